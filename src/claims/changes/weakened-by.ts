import { weakenedTests } from '../tests/compare.ts'
import type { TestInventory } from '../tests/found-test.ts'
import { shownName } from '../tests/shown-name.ts'
import type { Weakened } from '../weakened.ts'

/** The tests of a file by its path; null if it is gone or is no test file. */
type ReadTests = (path: string) => TestInventory | null

/** Names the tests that were weakened in these files since the turn's start. */
export function weakenedBy(paths: readonly string[], before: ReadTests, after: ReadTests): Weakened[] {
  const of = (read: ReadTests): Map<string, TestInventory> =>
    new Map(
      paths.flatMap((path) => {
        const tests = read(path)
        return tests === null ? [] : [[path, tests] as const]
      }),
    )
  return weakenedTests(of(before), of(after))
}

/** The tests that earlier turns weakened and that do not run again by now. `paths` are all test files. */
export function stillWeakened(
  earlier: readonly Weakened[],
  paths: () => readonly string[],
  now: ReadTests,
): Weakened[] {
  if (earlier.length === 0) return []
  const running = new Set(
    paths().flatMap((path) =>
      (now(path) ?? []).flatMap((test) => (test.state === 'runs' && test.body !== '' ? [shownName(path, test)] : [])),
    ),
  )
  return earlier.filter(({ test }) => !running.has(test))
}
