import { has, operands, type RunRule, told } from './run-rule.ts'

/** Finds commands that change what starts automatically. For startup files, see `path-rule.ts`. */
export const startupChanged: RunRule = {
  code: 'STARTUP_CHANGED',
  programs: ' crontab at batch systemctl update-rc.d chkconfig rc-update launchctl schtasks sc reg loginctl git sysrc ',
  seen: (one) => (changes(one.name, one.words, one.command) ? told(one) : null),
}

function changes(name: string, words: readonly string[], command: string): boolean {
  switch (name) {
    case 'crontab':
      return !has(words, 'l', '--list')
    case 'at':
    case 'batch':
      return !has(words, 'lcd')
    case 'systemctl':
      return /^(?:enable|link|edit|preset|add-wants|add-requires|reenable|set-default)$/.test(operands(words)[0] ?? '')
    case 'chkconfig':
      return words.includes('on') || words.includes('--add')
    case 'launchctl':
      return /^(?:load|bootstrap|enable|submit|setenv)$/.test(words[0] ?? '')
    case 'schtasks':
      return words.some((word) => /^\/create$/i.test(word))
    case 'sc':
      return /^(?:create|config)$/i.test(operands(words)[0] ?? '')
    case 'reg':
      return /^add$/i.test(words[0] ?? '') && /\\?Run(?:Once)?|Services|Winlogon/i.test(words.join(' '))
    case 'loginctl':
      return words.includes('enable-linger')
    case 'git':
      return command === 'config' && words.some((word) => /^core\.hooksPath$/i.test(word)) && operands(words).length > 1
    case 'sysrc':
      return words.some((word) => word.includes('='))
    default:
      return operands(words).length > 0
  }
}
