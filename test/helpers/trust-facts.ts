import { callOf } from '../../src/trust/call.ts'
import type { CallsCounted, OutcomeLearnt, TrustFact } from '../../src/trust/facts.ts'
import type { Change, KeptCall } from '../../src/trust/learning/change.ts'
import type { SeenOutcome } from '../../src/trust/learning/seen.ts'
import type { Category } from '../../src/trust/patterns.ts'

/** The count of a turn. All calls ran; the first ones have the given scores, the others 0. */
export const countOf = (turn: number, scored: number, ...scores: number[]): CallsCounted => ({
  stream: 'session/a',
  turn,
  scored,
  above: scores.filter((score) => score > 0.3).length,
  ran: Array.from({ length: scored }, (_, i) => [i + 1, scores[i] ?? 0] as const),
  matched: [],
})

export const counted = (turn: number, scored: number, ...scores: number[]): TrustFact => ({
  kind: 'calls.counted',
  body: countOf(turn, scored, ...scores),
})

/** A command as a state keeps it, under any id. */
export const keptCommand = (id: string, command: string, about = command): KeptCall => ({
  id,
  tool: 'Bash',
  input: { command },
  about,
})

export const patternAdded = (
  call: KeptCall,
  category: Category = 'destructive',
): Change & { kind: 'pattern.added' } => ({
  kind: 'pattern.added',
  call,
  category,
})

export const exemplarAdded = (call: KeptCall): Change => ({ kind: 'exemplar.added', call })

/** A person's no to a call with a high score. */
export const REFUSED = {
  stream: 'session/a',
  turn: 1,
  outcome: 'rejection',
  why: 'A person said no.',
  score: 0.9,
  isAbove: true,
} as const

/** A command that a person refused, as a session shows it. */
export const seenRefused = (seq: number, command: string, more: Partial<SeenOutcome> = {}): SeenOutcome => ({
  ...REFUSED,
  seq,
  call: callOf({ tool: 'Bash', input: { command } }),
  ...more,
})

/** An outcome, by default a person's no to the call with that seq, and what it taught. */
export const observedOf = (seq: number, changes: Change[], more: Partial<OutcomeLearnt> = {}): OutcomeLearnt => ({
  ...REFUSED,
  seq,
  lesson: 'pattern',
  changes,
  ...more,
})

/** The outcome of a call, and what it taught. The seq names the call, so each of them is told once. */
export const taught = (seq: number, ...changes: Change[]): TrustFact => ({
  kind: 'outcome.learnt',
  body: observedOf(seq, changes),
})
