import { textOf } from '../../shell/value.ts'
import { has, type RunRule, type RunWords, told } from './run-rule.ts'

/** Finds commands that remove shell history or logs. For history and log files, see `path-rule.ts`. */
export const tracesRemoved: RunRule = {
  code: 'TRACES_REMOVED',
  programs: ' history unset set shopt journalctl dmesg wevtutil export logrotate fc ',
  seen: (one) => (removes(one.name, one.words) ? told(one) : null),
}

function removes(name: string, words: readonly string[]): boolean {
  switch (name) {
    case 'history':
      return has(words, 'cd')
    case 'unset':
      return words.some((word) => /^HIST(?:FILE|SIZE|FILESIZE)$/.test(word))
    case 'set':
      return words.join(' ') === '+o history'
    case 'shopt':
      return words.join(' ') === '-ou history'
    case 'journalctl':
      return words.some((word) => /^--vacuum-/.test(word))
    case 'dmesg':
      return has(words, 'C', '--clear')
    case 'wevtutil':
      return /^(?:cl|clear-log)$/i.test(words[0] ?? '')
    case 'export':
      return words.some((word) => isHushed(word))
    default:
      return false
  }
}

const isHushed = (assignment: string): boolean =>
  /^HIST(?:FILE=(?:\/dev\/null|)$|(?:FILE)?SIZE=0$|CONTROL=(?:ignoreboth|ignorespace)$|IGNORE=)/.test(assignment)

/** Finds an assignment that stops the shell from keeping its history. */
export function hushedBy({ run }: RunWords): string | null {
  const found = run.assignments.find(({ name, value }) => isHushed(`${name}=${textOf(value) ?? '$'}`))
  return found === undefined ? null : `${found.name}=${textOf(found.value)}`
}
