import type { Weakened } from '../weakened.ts'
import type { Fault } from './outcome.ts'
import { amount, shown } from './render.ts'
import type { NamedTest, TestRun } from './reports/test-run.ts'

/** An earlier run of a check that later ones may not fall below. */
export type Floor = Pick<TestRun, 'passed' | 'failed' | 'skipped' | 'packages' | 'tests'>

/**
 * Names what a run lost since an earlier one: tests that are gone, skipped or expected to fail now, or whole packages. `isKept`
 * is true for tests that cannot have been renamed.
 */
export function floorOf(before: Floor, now: Floor, isKept: (name: string) => boolean = () => false): Weakened[] {
  const lost =
    before.tests !== null && now.tests !== null ? lostNames(before.tests, now.tests, isKept) : lostCounts(before, now)
  const packages = before.packages - now.packages
  return packages > 0 ? [...lost, { test: amount(packages, 'package'), how: 'gone' }] : lost
}

/** The name of a test without the row that it ran for: `test_a[1-2]`, `TestA/one`, `a(1)`. */
const baseOf = (name: string): string => withoutRow(name).replace(/^(Test\w*)\/.*$/s, '$1')

function withoutRow(name: string): string {
  const open = name.endsWith(']') ? '[' : name.endsWith(')') ? '(' : null
  const at = open === null ? -1 : name.indexOf(open)
  return at < 0 ? name : name.slice(0, at)
}

type Ends = ReadonlyMap<string, ReadonlySet<NamedTest['end']>>

function endsOf(tests: readonly NamedTest[]): Ends {
  const ends = new Map<string, Set<NamedTest['end']>>()
  for (const { name, end } of tests) {
    const base = baseOf(name)
    const known = ends.get(base)
    if (known === undefined) ends.set(base, new Set([end]))
    else known.add(end)
  }
  return ends
}

const isRun = (ends: ReadonlySet<NamedTest['end']> | undefined): boolean =>
  ends !== undefined && (ends.has('passed') || ends.has('failed'))

function lostNames(
  before: readonly NamedTest[],
  now: readonly NamedTest[],
  isKept: (name: string) => boolean,
): Weakened[] {
  const [was, is] = [endsOf(before), endsOf(now)]
  const ran = [...was].filter(([, ends]) => isRun(ends)).map(([name]) => name)
  const weaker = ran.flatMap((name): Weakened[] => {
    const ends = is.get(name)
    if (ends === undefined || isRun(ends)) return []
    return [{ test: name, how: ends.has('skipped') ? 'skipped' : 'expected to fail' }]
  })
  const missing = ran.filter((name) => !is.has(name))
  const added = [...is].filter(([name, ends]) => !was.has(name) && isRun(ends) && !isFile(name)).length
  // A new name for each missing one is a rename or a move: the files say whether the bodies are the same.
  const gone = added >= missing.length ? missing.filter(isKept) : missing
  return [...weaker, ...gone.map((test): Weakened => ({ test, how: 'gone' }))]
}

/** True for the name of a file: runners list a file as a test if it ended without running one. */
export const isFile = (name: string): boolean => /^\S+\.\w{1,4}$/.test(name) && !/[()<>]/.test(name)

function lostCounts(before: Floor, now: Floor): Weakened[] {
  const gone = before.passed + before.failed - now.passed - now.failed
  if (gone > 0) return [{ test: amount(gone, 'test'), how: 'gone' }]
  const skipped = now.skipped - before.skipped
  return skipped > 0 ? [{ test: amount(skipped, 'test'), how: 'skipped' }] : []
}

/** Reports a check that became easier since an earlier run. */
export function judgeFloor(before: Floor | null, now: Floor, isKept?: (name: string) => boolean): Fault | null {
  const weakened = before === null ? [] : floorOf(before, now, isKept)
  if (weakened.length === 0) return null
  const names = shown(weakened.map(({ test, how }) => `${test} (${how})`))
  return { code: 'TESTS_WEAKENED', sentence: `Fewer tests ran than in an earlier run: ${names}.` }
}
