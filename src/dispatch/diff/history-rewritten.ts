import { has, operands, type RunRule, told } from './run-rule.ts'

/** Finds commands that rewrite history, or delete refs or commits that git could otherwise restore. */
export const historyRewritten: RunRule = {
  code: 'HISTORY_REWRITTEN',
  programs: ' git bfg git-filter-repo ',
  seen: (one) => (one.name !== 'git' || rewrites(one.command, one.words) ? told(one) : null),
}

function rewrites(command: string, words: readonly string[]): boolean {
  switch (command) {
    case 'push':
      return !has(words, 'n', '--dry-run') && (has(words, 'fd', ...PUSHES) || operands(words).some(isForced))
    case 'filter-branch':
    case 'filter-repo':
      return true
    case 'reflog':
      return words[0] === 'expire' || words[0] === 'delete'
    case 'gc':
    case 'prune':
      return words.some((word) => /^--(?:prune|expire)=(?:now|all)$/.test(word))
    case 'update-ref':
      return has(words, 'd')
    default:
      return false
  }
}

const PUSHES = ['--force', '--mirror', '--delete', '--prune']

/** `+branch` overwrites the remote branch, `:branch` deletes it. */
const isForced = (word: string): boolean => /^[+:]./.test(word)
