import type { JsonObject } from '../../ledger/kinds.ts'
import type { Start } from '../changes/start.ts'
import { JOINT } from '../tests/found-test.ts'
import type { Floor } from './floor.ts'
import { plainName } from './render.ts'
import type { TestRun } from './reports/test-run.ts'

/** What is known about the turn's starting content. */
type Began = {
  /** The tests that failed on it; null if the check is not known to have failed there. */
  failed: readonly string[] | null
  /** The run on it; null if none is known. */
  run: Floor | null
  /** Its test files; null if they are unknown. */
  start: Pick<Start, 'tests'> | null
}

/**
 * Compares a failed run with the turn's start: `worse` lists the failures that were not there, `added` those of tests that did
 * not exist. Both are left out if they are unknown.
 */
export function sinceBegan(tests: TestRun | null, { failed, run, start }: Began): JsonObject {
  // A check that names no tests can only be compared as a whole.
  if (tests === null) return failed === null ? {} : { worse: [] }
  const failures = tests.failures.map(plainName)
  if (failures.length < tests.failed) return {}
  const before = new Set(failed)
  const known = knownTests(run, start)
  return {
    ...(failed !== null && { worse: failures.filter((name) => !before.has(name)) }),
    ...(known !== null && { added: failures.filter((name) => !known.has(titleOf(name))) }),
  }
}

/** The titles of all tests that existed; null if that is unknown. */
function knownTests(run: Floor | null, start: Began['start']): Set<string> | null {
  const ran = run?.tests?.map(({ name }) => titleOf(name))
  const found = start && [...start.tests.values()].flatMap((all) => all.map(({ name }) => titleOf(name)))
  return ran === undefined && found === null ? null : new Set([...(ran ?? []), ...(found ?? [])])
}

/** The last part of a test's name, without the row that it ran for. */
const titleOf = (name: string): string =>
  (name.split(JOINT).at(-1)?.split('::').at(-1) ?? '').replace(/\[.*\]$/s, '').trim()
