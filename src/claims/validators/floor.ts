import type { Weakened } from '../weakened.ts'
import type { Fault } from './outcome.ts'
import { amount, shown } from './render.ts'
import type { NamedTest, TestRun } from './reports/test-run.ts'

/** An earlier run of a check that later ones may not fall below. */
export type Floor = Pick<TestRun, 'passed' | 'failed' | 'skipped' | 'packages' | 'tests'>

/**
 * Facts from the test files. `isKept` is true for tests that cannot have been renamed, `isUnread` for files whose tests
 * could not be read: nothing else compares them.
 */
export type OfFiles = { isKept: (name: string) => boolean; isUnread: (file: string) => boolean }
const UNKNOWN: OfFiles = { isKept: () => false, isUnread: () => false }

/**
 * Names what a run lost since an earlier one: tests that are gone, skipped or expected to fail now, the files that had only
 * such tests, or whole packages.
 */
export function floorOf(before: Floor, now: Floor, files: OfFiles = UNKNOWN): Weakened[] {
  const lost =
    before.tests !== null && now.tests !== null ? lostNames(before.tests, now.tests, files) : lostCounts(before, now)
  const packages = before.packages - now.packages
  // A single package is lost with its tests, and they are named.
  return packages > 0 && before.packages > 1 ? [...lost, { test: amount(packages, 'package'), how: 'gone' }] : lost
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

function lostNames(before: readonly NamedTest[], now: readonly NamedTest[], files: OfFiles): Weakened[] {
  const [was, is] = [endsOf(before), endsOf(now)]
  const ran = [...was].filter(([, ends]) => isRun(ends)).map(([name]) => name)
  const weaker = ran.flatMap((name): Weakened[] => {
    const ends = is.get(name)
    if (ends === undefined || isRun(ends)) return []
    return [{ test: name, how: ends.has('skipped') ? 'skipped' : 'expected to fail' }]
  })
  const missing = ran.filter((name) => !is.has(name))
  const added = [...is].filter(([name, ends]) => !was.has(name) && isRun(ends) && !isFile(name)).map(([name]) => name)
  // A new name for each missing one is a rename or a move: the files say whether the bodies are the same.
  const lost = added.length >= missing.length ? missing.filter(files.isKept) : missing
  const lostIn = lostFiles(missing, [...is.keys()], added, files)
  const others = lost.filter((name) => !lostIn.includes(fileIn(name) ?? ''))
  return [...weaker, ...[...lostIn, ...others].map((test): Weakened => ({ test, how: 'gone' }))]
}

/** The file of a test, `a.test.ts > suite > adds`, or its module or class: `tests.test_a.test_adds`. */
const fileIn = (name: string): string | null => {
  const [, file, owner] = /^(?:(\S+\.\w{1,4}) > |([\w$]+(?:\.[\w$]+)*)\.[^.]+$)/s.exec(name) ?? []
  return file ?? owner ?? null
}

/** The files that ran tests and run none now, if their tests could not be read and no file took over most of their titles. */
function lostFiles(
  missing: readonly string[],
  now: readonly string[],
  added: readonly string[],
  { isUnread }: OfFiles,
): string[] {
  const left = new Set(now.map(fileIn))
  const titles = new Set(added.map(titleIn))
  const gone = new Map<string, string[]>()
  for (const name of missing) {
    const file = fileIn(name)
    if (file !== null && !left.has(file)) gone.set(file, [...(gone.get(file) ?? []), titleIn(name)])
  }
  return [...gone].slice(0, MAX_LOST).flatMap(([file, all]) => {
    const isCarriedOn = all.filter((title) => titles.has(title)).length * 2 >= all.length
    return isCarriedOn || !isUnread(file) ? [] : [file]
  })
}

/** More files are not looked up. */
const MAX_LOST = 100

/** The name of a test without its file. */
const titleIn = (name: string): string => name.slice((fileIn(name) ?? '').length)

/** True for the name of a file: runners list a file as a test if it ended without running one. */
export const isFile = (name: string): boolean => /^\S+\.\w{1,4}$/.test(name) && !/[()<>]/.test(name)

function lostCounts(before: Floor, now: Floor): Weakened[] {
  const gone = before.passed + before.failed - now.passed - now.failed
  const skipped = now.skipped - before.skipped
  if (gone > 0 && skipped < gone) return [{ test: amount(gone, 'test'), how: 'gone' }]
  return skipped > 0 ? [{ test: amount(skipped, 'test'), how: 'skipped' }] : []
}

/** Reports a check that became easier since an earlier run. */
export function judgeFloor(before: Floor | null, now: Floor, files?: OfFiles): Fault | null {
  const weakened = before === null ? [] : floorOf(before, now, files)
  if (weakened.length === 0) return null
  const names = shown(weakened.map(({ test, how }) => `${test} (${how})`))
  return { code: 'TESTS_WEAKENED', sentence: `Fewer tests ran than in an earlier run: ${names}.` }
}
