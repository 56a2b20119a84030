import { operands, type RunRule, told } from './run-rule.ts'

/** Finds commands that change where work is pushed to. */
export const remoteAdded: RunRule = {
  code: 'REMOTE_ADDED',
  programs: ' git gh ',
  seen: (one) => (adds(one.name, one.command, one.words) ? told(one) : null),
}

const ADDRESS = /^[\w+.-]+:\/\/|^[\w.-]+@[\w.-]+:/

function adds(name: string, command: string, words: readonly string[]): boolean {
  if (name === 'gh') return words[0] === 'repo' && /^(?:create|fork|rename|sync|edit)$/.test(words[1] ?? '')
  switch (command) {
    case 'remote':
      return /^(?:add|set-url|rename)$/.test(words[0] ?? '')
    case 'push':
      return ADDRESS.test(operands(words)[0] ?? '')
    case 'config':
      return (
        /^(?:remote\..*\.(?:push)?url|url\..*\.(?:pushI|i)nsteadOf)$/.test(operands(words)[0] ?? '') &&
        operands(words).length > 1
      )
    default:
      return false
  }
}
