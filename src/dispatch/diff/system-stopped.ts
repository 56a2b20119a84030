import { type RunRule, told } from './run-rule.ts'

/** Finds commands that stop the machine or everything running on it. */
export const systemStopped: RunRule = {
  code: 'SYSTEM_STOPPED',
  programs: ' shutdown reboot halt poweroff init telinit systemctl kill killall5 ',
  seen: (one) => (stops(one.name, one.words) ? told(one) : null),
}

function stops(name: string, words: readonly string[]): boolean {
  switch (name) {
    case 'shutdown':
      return !words.some((word) => /^(?:-c|--help|--show)$/.test(word))
    case 'init':
    case 'telinit':
      return /^[016]$/.test(words[0] ?? '') && words.length === 1
    case 'systemctl':
      return words.some((word) => /^(?:reboot|poweroff|halt|kexec|emergency|rescue)$/.test(word))
    case 'kill':
      // All processes, or process 1.
      return words.slice(1).some((word) => word === '-1' || word === '1') || (words.length === 1 && words[0] === '1')
    default:
      return !words.some((word) => /^--(?:help|version)$/.test(word))
  }
}

const BOMB = /([\w:.-]{1,32})\s*\(\)\s*\{[^}]{0,20}?\1\s*\|\s*\1\s*&[^}]{0,20}\}/

/** Finds a fork bomb: a function that starts two copies of itself. */
export const bombIn = (text: string): string | null =>
  text.includes('()') && text.includes('&') ? (BOMB.exec(text)?.[0] ?? null) : null
