import type { JsonObject } from '../../ledger/kinds.ts'
import type { EffectOutcome } from '../outcome.ts'
import type { Applied } from './driver.ts'

/** Evidence of an attempt. */
type Seen = { response?: JsonObject; output?: Applied['output'] }

const applied = (outcome: Applied['outcome'], why: string | null, { response = {}, output = {} }: Seen): Applied => ({
  outcome,
  why,
  response,
  output,
})

export const done = (seen: Seen = {}): Applied => applied('done', null, seen)
export const notDone = (why: string, seen: Seen = {}): Applied => applied('not-done', why, seen)
export const unknown = (why: string, seen: Seen = {}): Applied => applied('unknown', why, seen)

/** The result of an attempt that was stopped before it began. */
export const notBegun = (): Applied => notDone('The effect was stopped before it began.')

/** The result of an attempt that only a probe could judge. `why` says what happened to the attempt itself. */
export function byProbe(outcome: EffectOutcome, why: string, seen: Seen): Applied {
  const asked = { ...seen, response: { ...seen.response, probe: outcome } }
  if (outcome === 'done') return done(asked)
  return outcome === 'not-done' ? notDone(why, asked) : unknown(`${why} The probe could not tell more.`, asked)
}
