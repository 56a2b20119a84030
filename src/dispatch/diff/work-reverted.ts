import { has, operands, type RunRule, told } from './run-rule.ts'
import { isOfIndex } from './work-discarded.ts'

/** Finds commands that revert named files, or drop single stashes and branches. */
export const workReverted: RunRule = {
  code: 'WORK_REVERTED',
  programs: ' git ',
  seen: (one) => (reverts(one.command, one.words) ? told(one) : null),
}

function reverts(command: string, words: readonly string[]): boolean {
  switch (command) {
    case 'checkout':
      return !words.some((word) => CREATES.test(word)) && (isOfFiles(words) || operands(words.filter(isOwn)).length > 1)
    case 'restore':
      return !isOfIndex(words) && operands(words).length > 0
    case 'stash':
      return words[0] === 'drop'
    case 'branch':
      return has(words, 'D') || (has(words, 'd', '--delete') && has(words, 'f', '--force'))
    default:
      return false
  }
}

/** False for an option's value. */
const isOwn = (_: string, at: number, words: readonly string[]): boolean =>
  !/^(?:--(?:conflict|unified|inter-hunk-context|recurse-submodules)|-U)$/.test(words[at - 1] ?? '')

const CREATES = /^(?:-[bBtl]|--(?:orphan|track|detach|patch)|-[a-zA-Z]*p)$/

/** True if the command names files: after `--`, or in a pathspec file. */
const isOfFiles = (words: readonly string[]): boolean =>
  words.some((word) => word.startsWith('--pathspec-from-file')) || (words.includes('--') && words.at(-1) !== '--')
