import { textOf } from '../../shell/value.ts'
import { has, type RunRule, type RunWords, told } from './run-rule.ts'

/** Finds commits and pushes that skip their checks. */
export const checksBypassed: RunRule = {
  code: 'CHECKS_BYPASSED',
  programs: ' git ',
  seen: (one) => (bypasses(one) ? told(one) : null),
}

function bypasses({ command, words, run }: RunWords): boolean {
  const isHushed = run.assignments.some(
    ({ name, value }) =>
      (name === 'HUSKY' && textOf(value) === '0') ||
      (/^(?:SKIP|HUSKY_SKIP_HOOKS|PRE_COMMIT_ALLOW_NO_CONFIG)$/.test(name) && textOf(value) !== ''),
  )
  if (!/^(?:commit|push|merge|rebase|am|cherry-pick)$/.test(command))
    return command === 'config' && /core\.hooksPath \/dev\/null/i.test(words.join(' '))
  return isHushed || words.includes('--no-verify') || (command === 'commit' && has(leading(words), 'n'))
}

/** Drops the commit message: its words are not options. */
function leading(words: readonly string[]): readonly string[] {
  const message = words.findIndex((word) => /^-[a-zA-Z]*m$|^--message/.test(word))
  return message < 0 ? words : [...words.slice(0, message + 1), ...words.slice(message + 2)]
}
