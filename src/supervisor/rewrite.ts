import { isObject, type JsonObject } from '../ledger/kinds.ts'
import { tokensOf } from '../shell/tokens.ts'
import type { Answer } from './answer.ts'
import type { Dispatch, HostEvent } from './event.ts'
import { streamOf } from './record.ts'

/**
 * A plain `bailiff validate …` of an agent gets the name of the agent's own session, so that a pass is on record where the
 * claim will be made: subagents, and several sessions in one folder, cannot be told apart from a shell. Null for any
 * other command. Some hosts take such an answer for a permission too, so nothing is touched that could run anything but
 * the approved checks: no other program, no other state directory, nothing beside it.
 */
export function rewrite(event: HostEvent, { input, command }: Dispatch): Answer | null {
  if (command === null || !command.includes('validate') || !isObject(input)) return null
  const words = tokensOf(command)
  if (words?.[0] !== 'bailiff' || words[1] !== 'validate' || !isPlain(words.slice(2))) return null
  const fields = Object.keys(input).filter((name) => input[name] === command)
  const [field, ...others] = fields
  if (field === undefined || others.length > 0) return null
  const session = streamOf(event).replace('session/', '')
  const named = ['bailiff', 'validate', '--session', session, ...words.slice(2)].map(quoted).join(' ')
  return { kind: 'rewrite', input: { ...(input as JsonObject), [field]: named } }
}

const VALUED: readonly string[] = ['--with', '--args']

/** Whether there is nothing but a claim and the options that say what to run. */
function isPlain(words: readonly string[]): boolean {
  let claims = 0
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ''
    if (VALUED.includes(word)) i++
    else if (/^--(?:with|args)=/.test(word) || word === '--json') continue
    else if (word.startsWith('-')) return false
    else claims++
  }
  return claims === 1
}

const quoted = (word: string): string => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
