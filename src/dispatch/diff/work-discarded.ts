import { has, operands, type RunRule, told } from './run-rule.ts'

/** Finds commands that discard all uncommitted work. */
export const workDiscarded: RunRule = {
  code: 'WORK_DISCARDED',
  programs: ' git ',
  seen: (one) => (discards(one.command, one.words) ? told(one) : null),
}

function discards(command: string, words: readonly string[]): boolean {
  switch (command) {
    case 'reset':
      return words.some((word) => word === '--hard' || word === '--merge')
    case 'clean':
      return has(words, 'f', '--force') && !has(words, 'n', '--dry-run')
    case 'checkout':
      return has(words, 'f', '--force') || operands(words).some((word) => word === '.' || word === ':/')
    case 'restore':
      return !isOfIndex(words) && operands(words).some((word) => word === '.' || word === ':/')
    case 'switch':
      return has(words, 'f', '--force', '--discard-changes')
    case 'stash':
      return words[0] === 'clear'
    case 'worktree':
      return words[0] === 'remove' && has(words, 'f', '--force')
    case 'read-tree':
      return words.includes('--reset') && has(words, 'u')
    default:
      return false
  }
}

/** `git restore --staged` leaves files unchanged. */
export const isOfIndex = (words: readonly string[]): boolean =>
  has(words, 'S', '--staged') && !has(words, 'W', '--worktree')
