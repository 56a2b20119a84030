import { weakenedTests } from '../tests/compare.ts'
import type { ReadInventory, TestInventory } from '../tests/found-test.ts'
import { shownName } from '../tests/shown-name.ts'
import type { Weakened } from '../weakened.ts'

/** The tests of a file by its path; null if it is gone or is no test file. */
type ReadTests = (path: string) => ReadInventory | null

/**
 * Names the tests that were weakened in these files since the turn's start. A file that cannot be read now has no tests; one whose
 * tests were not read then may have lost any. `textOf` reads a file as it is now.
 */
export function weakenedBy(
  paths: readonly string[],
  before: ReadTests,
  after: ReadTests,
  textOf: (path: string) => string | null,
): Weakened[] {
  const unread: Weakened[] = []
  const of = (read: ReadTests): Map<string, TestInventory> =>
    new Map(
      paths.flatMap((path) => {
        const tests = read(path)
        if (tests === 'unread' && read === before) unread.push({ test: path, how: 'not read' })
        return tests === null || tests === 'unread' ? [] : [[path, tests] as const]
      }),
    )
  const weakened = weakenedTests(of(before), of(after), textOf)
  return [...unread, ...weakened]
}

/**
 * The tests that earlier turns weakened and that do not run again by now. `paths` are all test files: those that had the tests are
 * read first. A file whose tests were never known is the matter of its turn alone.
 */
export function stillWeakened(
  earlier: readonly Weakened[],
  paths: () => readonly string[],
  now: ReadTests,
): Weakened[] {
  const missing = new Map(earlier.filter(({ how }) => how !== 'not read').map((one) => [one.test, one]))
  if (missing.size === 0) return []
  const had = new Set([...missing.keys()].map((test) => test.split(': ')[0]))
  for (const path of paths().toSorted((a, b) => Number(had.has(b)) - Number(had.has(a)))) {
    const tests = now(path)
    if (tests === null || tests === 'unread') continue
    const running = tests.filter(({ state, body }) => state === 'runs' && body !== '')
    // A file that counts as one test has its path for a name.
    if (running.length > 0) missing.delete(path)
    for (const test of running) missing.delete(shownName(path, test))
    if (missing.size === 0) break
  }
  return [...missing.values()]
}
