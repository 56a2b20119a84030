import type { TurnRecord } from '../../claims/turn.ts'
import type { Weakened } from '../../claims/weakened.ts'
import type { Gathered } from './gathered.ts'

/** The weakened tests: those that the files show or, if they show none, those that a check on this content missed. */
export function withMissed(weakened: Weakened[], { validations }: TurnRecord, gathered: Gathered | null): Weakened[] {
  if (weakened.length > 0 || gathered === null) return weakened
  const last = new Map(validations.map((one) => [one.validator, one]))
  return [...last.values()].flatMap(({ fingerprint, weakened: missed }) =>
    fingerprint === gathered.fingerprint ? [...(missed ?? [])] : [],
  )
}
