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

/** The lost tests that the message names neither by title nor by file. Tests that are removed on request are ordinary work. */
export const untold = (lost: readonly Weakened[], message: string): Weakened[] =>
  lost.filter(({ test }) => !namesOf(test).some((name) => message.includes(name)))

/** The title of a test, and its file without the folder. */
function namesOf(test: string): string[] {
  const at = test.indexOf(': ')
  const file = [at < 0 ? test.slice(test.lastIndexOf('/') + 1) : test.slice(test.lastIndexOf('/', at) + 1, at)]
  return [
    ...file,
    test
      .slice(at < 0 ? 0 : at + 2)
      .split(' > ')
      .at(-1) ?? test,
  ]
}
