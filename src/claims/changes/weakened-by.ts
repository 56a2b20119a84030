import { weakenedTests } from '../tests/compare.ts'
import type { TestInventory } from '../tests/found-test.ts'
import { shownName } from '../tests/shown-name.ts'
import type { Weakened } from '../weakened.ts'

/** The tests of a file by its path; null if it is gone or is no test file. */
type ReadTests = (path: string) => TestInventory | null

/** Names the tests that were weakened in these files since the turn's start. `textOf` reads a file as it is now. */
export function weakenedBy(
  paths: readonly string[],
  before: ReadTests,
  after: ReadTests,
  textOf: (path: string) => string | null,
): Weakened[] {
  const of = (read: ReadTests): Map<string, TestInventory> =>
    new Map(
      paths.flatMap((path) => {
        const tests = read(path)
        return tests === null ? [] : [[path, tests] as const]
      }),
    )
  return weakenedTests(of(before), of(after), textOf)
}

/** The tests that earlier turns weakened and that do not run again by now. `paths` are all test files. */
export function stillWeakened(
  earlier: readonly Weakened[],
  paths: () => readonly string[],
  now: ReadTests,
): Weakened[] {
  if (earlier.length === 0) return []
  const running = new Set(
    paths().flatMap((path) => {
      const tests = (now(path) ?? []).filter(({ state, body }) => state === 'runs' && body !== '')
      return tests.length === 0 ? [] : [path, ...tests.map((test) => shownName(path, test))]
    }),
  )
  return earlier.filter(({ test }) => !running.has(test))
}
