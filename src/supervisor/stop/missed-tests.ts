import type { TurnRecord } from '../../claims/turn.ts'
import type { Weakened } from '../../claims/weakened.ts'
import type { Gathered } from './gathered.ts'

/** The weakened tests, and those among them that this turn lost. */
export type WeakenedNow = { weakened: Weakened[]; lost: Weakened[] }

/**
 * The weakened tests: those that the files show or, if they show none, those that a check on this content missed. `known` are
 * the names of tests that earlier turns lost.
 */
export function withMissed(
  { weakened, lost }: WeakenedNow,
  { validations }: TurnRecord,
  gathered: Gathered | null,
  known: () => ReadonlySet<string>,
): WeakenedNow {
  if (weakened.length > 0 || gathered === null) return { weakened, lost }
  const last = new Map(validations.map((one) => [one.validator, one]))
  const missed = [...last.values()].flatMap(({ fingerprint, weakened: all }) =>
    fingerprint === gathered.fingerprint ? [...(all ?? [])] : [],
  )
  return { weakened: missed, lost: missed.length === 0 ? [] : missed.filter(({ test }) => !known().has(test)) }
}
