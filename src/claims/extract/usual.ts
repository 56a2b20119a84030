import type { Cue } from './cues/cue.ts'
import type { Clause } from './sentences.ts'
import { has, some } from './tokens.ts'
import { frameOf } from './view.ts'

/** "The address is verified on every send": a rule about when it happens. The agent's own acts are events. */
export function isEachTime({ type, at }: Cue, clause: Clause): boolean {
  const { tokens } = clause
  return (
    type === 'verified' &&
    some(tokens, 'each') &&
    !some(tokens, 'now', 'problem') &&
    at > 0 &&
    frameOf(clause, at) !== 'agent' &&
    !has(tokens[at], 'mine')
  )
}

/** "Der Import funktioniert so:", "works like this": an explanation follows. */
export const isExplainedNext = ({ type, at }: Cue, { tokens }: Clause): boolean =>
  type === 'verified' && has(tokens.at(-1), 'thus') && !some(tokens, 'now') && at < tokens.length - 1 && at > 0
