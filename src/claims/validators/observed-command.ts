import { tokensOf } from '../../shell/tokens.ts'
import type { SeenCall } from '../turn.ts'
import type { RunKind } from './kind.ts'
import { fail, pass, type ValidatorOutcome } from './outcome.ts'
import { shown } from './render.ts'
import { wordsOf } from './words.ts'

/** Passes if the agent ran exactly this command, it succeeded, and no call has changed a file since. */
export const observedCommand: RunKind<'observed_command'> = (validator, { given }, { turn: { calls }, policy }) => {
  const filled = wordsOf(validator, given, policy.contract)
  if (filled.kind === 'refused') return filled
  const { words } = filled
  const at = calls.findLastIndex((call) => isCommand(call, words))
  const call = calls[at]
  const data = { words, ...(call !== undefined && { call: call.seq, exit: call.exit }) }
  if (call === undefined) return notObserved('The agent did not run the command in this turn.', data)
  if (call.end !== 'succeeded') return notObserved('The command did not succeed when it last ran.', data)
  const since = calls.slice(at + 1).flatMap(({ written }) => written)
  if (since.length > 0) return notObserved(`Files changed after the command ran: ${shown(since)}.`, data)
  return pass('reported', 'The command ran in this turn and succeeded.', data)
}

const notObserved = (sentence: string, data: { words: string[] }): ValidatorOutcome =>
  fail({ code: 'NOT_OBSERVED', sentence }, data)

/** True if a call is exactly this command, without a pipe, list or redirection that could change its exit code. */
export function isCommand({ command }: SeenCall, words: readonly string[]): boolean {
  const tokens = command === null ? null : tokensOf(command)
  return tokens !== null && tokens.length === words.length && tokens.every((token, i) => token === words[i])
}
