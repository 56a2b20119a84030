import { isObject, type Json, type JsonObject } from '../../ledger/kinds.ts'
import type { KeptRun } from '../../policy/floor.ts'
import type { Floor } from './floor.ts'
import { plainName } from './render.ts'
import type { NamedTest, TestRun } from './reports/test-run.ts'

/** Larger suites are compared by their counts. */
const MAX_NAMES = 10_000
const MAX_CHARS = 1 << 20

const KEYS = { passed: 'passed', failed: 'failed', skipped: 'skipped', 'expected to fail': 'expected' } as const
type End = keyof typeof KEYS
const ENDS = Object.keys(KEYS) as End[]

const MAX_FAILURES = 100

/** A run to keep for later turns: a pass, or failed tests. */
export const keptRun = (tests: TestRun, isPass: boolean): KeptRun => ({
  run: {
    ...floorRecord(tests),
    ...(!isPass && { failures: tests.failures.slice(0, MAX_FAILURES).map(plainName) }),
  },
  isPass,
})

/** A run as a record keeps it: its counts, and the names under how they ended. */
export const floorRecord = ({ passed, failed, skipped, packages, tests }: Floor): JsonObject => ({
  passed,
  failed,
  skipped,
  packages,
  names: tests === null || isTooLarge(tests) ? null : namesOf(tests),
})

const isTooLarge = (tests: readonly NamedTest[]): boolean =>
  tests.length > MAX_NAMES || tests.reduce((sum, { name }) => sum + name.length, 0) > MAX_CHARS

const namesOf = (tests: readonly NamedTest[]): JsonObject =>
  Object.fromEntries(
    ENDS.map((end) => [KEYS[end], tests.filter((test) => test.end === end).map(({ name }) => name)] as const).filter(
      ([, names]) => names.length > 0,
    ),
  )

/** Reads a run from its record; null if it is not one. */
export function floorIn(record: JsonObject): Floor | null {
  const { passed, failed, skipped, packages, names } = record
  if (typeof passed !== 'number' || typeof failed !== 'number') return null
  if (typeof skipped !== 'number' || typeof packages !== 'number') return null
  return { passed, failed, skipped, packages, tests: isObject(names) ? testsIn(names) : null }
}

const testsIn = (names: { [key: string]: Json }): NamedTest[] =>
  ENDS.flatMap((end) => {
    const listed = names[KEYS[end]]
    return Array.isArray(listed) ? listed.filter((name) => typeof name === 'string').map((name) => ({ name, end })) : []
  })
