import type { Weakened } from '../weakened.ts'
import { type FoundTest, JOINT, type TestInventory } from './found-test.ts'
import { shownName } from './shown-name.ts'
import { isCarriedOn, isWholeFile, piecesOf } from './whole-file.ts'

type Files = ReadonlyMap<string, TestInventory>
type Placed = FoundTest & { path: string }

/**
 * Names the tests that a turn weakened. Both maps hold the test files whose content differs: as they were when the turn
 * began, and as they are now. A deleted file is absent from `after`, a new one from `before`. `textOf` reads a file as it is now.
 */
export function weakenedTests(before: Files, after: Files, textOf: (path: string) => string | null): Weakened[] {
  return [...weakenedFiles(before, after, textOf), ...weakenedOnes(before, after)]
}

/** Names the files in which no test could be read, and whose content is gone. */
function weakenedFiles(before: Files, after: Files, textOf: (path: string) => string | null): Weakened[] {
  const runs = (path: string): boolean =>
    after.get(path)?.some(({ state, asserts }) => state === 'runs' && asserts) ?? false
  const lost = placedIn(before).filter((test) => isWholeFile(test) && !runs(test.path))
  if (lost.length === 0) return []
  const now = new Set([...after.keys()].slice(0, MAX_FILES).flatMap((path) => piecesOf(textOf(path) ?? '')))
  return lost
    .filter((test) => !isCarriedOn(test, now))
    .map((test): Weakened => ({ test: shownName(test.path, test), how: after.has(test.path) ? 'emptied' : 'gone' }))
}

/** Content of more files is not searched for. */
const MAX_FILES = 200

function weakenedOnes(before: Files, after: Files): Weakened[] {
  const weakened: Weakened[] = []
  const pairs = new Pairs(placedIn(after).filter((test) => !isWholeFile(test)))
  const rounds: ((test: Placed) => FoundTest | null)[] = [
    (test) => pairs.take('name', `${test.path}\0${test.name}`),
    (test) => pairs.take('title', `${test.path}\0${titleOf(test)}`),
    (test) => pairs.take('anywhere', test.name),
    (test) => (test.body === '' ? null : pairs.take('body', test.body)),
    (test) => pairs.take('titled', titleOf(test)),
    (test) => pairs.cover(test),
  ]
  // Each round looks at all tests before the next one does, so that a better match is never taken by another test.
  let left = placedIn(before).filter((test) => !isWholeFile(test) && /^(?:runs|conditional)$/.test(test.state))
  for (const round of rounds)
    left = left.filter((test) => {
      const now = round(test)
      if (now?.rows && !test.rows) pairs.widen(now)
      const how = now === null ? null : howWeakened(test, now)
      if (how !== null) weakened.push({ test: shownName(test.path, test), how })
      return now === null
    })
  return [...weakened, ...left.map((test): Weakened => ({ test: shownName(test.path, test), how: 'gone' }))]
}

const placedIn = (files: Files): Placed[] =>
  [...files].flatMap(([path, tests]) => tests.map((test) => ({ ...test, path })))

const titleOf = ({ name }: FoundTest): string => name.slice(name.lastIndexOf(JOINT) + 1).trim()

/** Says how a test became weaker; null if it still tests something. */
function howWeakened(was: FoundTest, now: FoundTest): Weakened['how'] | null {
  if (now.body === '' && was.body !== '' && now.state !== 'skipped') return 'emptied'
  if (now.state !== was.state && now.state !== 'runs')
    return now.state === 'expected to fail' ? 'expected to fail' : 'skipped'
  return was.asserts && !now.asserts ? 'emptied' : null
}

type Key = 'name' | 'title' | 'anywhere' | 'body' | 'titled'

/** The tests of now, each of which stands for one test of before; a table of rows may stand for several. */
class Pairs {
  readonly #taken = new Set<Placed>()
  readonly #tests: readonly Placed[]
  readonly #indexes: { readonly [key in Key]: ReadonlyMap<string, Placed[]> }

  constructor(tests: readonly Placed[]) {
    this.#tests = tests
    this.#indexes = {
      name: indexOf(tests, (test) => `${test.path}\0${test.name}`),
      title: indexOf(tests, (test) => `${test.path}\0${titleOf(test)}`),
      anywhere: indexOf(tests, (test) => test.name),
      body: indexOf(tests, (test) => test.body),
      titled: indexOf(tests, titleOf),
    }
  }

  /** Takes the next free test with this key. */
  take(key: Key, value: string): FoundTest | null {
    const waiting = this.#indexes[key].get(value)
    for (let test = waiting?.pop(); test !== undefined; test = waiting?.pop()) {
      if (this.#taken.has(test)) continue
      this.#taken.add(test)
      return test
    }
    return null
  }

  /** Finds a new table whose title fits, or a new test that carries on the name: one test became rows or several tests. */
  cover(test: Placed): FoundTest | null {
    const free = this.#free()
    const title = titleOf(test)
    return (
      [...free, ...this.#tables].find((one) => isRowOf(title, one)) ?? free.find((one) => isPartOf(title, one)) ?? null
    )
  }

  /** Lets a test that has become a table stand for others, too. */
  widen(table: FoundTest): void {
    if (table.asserts && table.state === 'runs') this.#tables.push(table)
  }

  readonly #tables: FoundTest[] = []

  #fresh: readonly Placed[] | null = null

  #free(): readonly Placed[] {
    this.#fresh ??= this.#tests
      .filter((test) => !this.#taken.has(test) && test.asserts && test.state === 'runs')
      .slice(0, MAX_FREE)
    return this.#fresh
  }
}

/** More new tests than these are not compared with each test that is missing. */
const MAX_FREE = 500

/** Lists the tests of each key, the first one last: `pop` takes them in order. */
function indexOf(tests: readonly Placed[], keyOf: (test: Placed) => string): Map<string, Placed[]> {
  const index = new Map<string, Placed[]>()
  for (const test of tests.toReversed()) {
    const key = keyOf(test)
    const same = index.get(key)
    if (same === undefined) index.set(key, [test])
    else same.push(test)
  }
  return index
}

const PLACEHOLDER = /%[sdifjop#$]|\$\{?[\w.]+\}?|\{\w*\}/

/** True if a title fits a table's, whose placeholders stand for anything. */
function isRowOf(title: string, table: FoundTest): boolean {
  if (!table.rows) return false
  const parts = titleOf(table).split(PLACEHOLDER)
  if (parts.length === 1) return title.startsWith(parts[0] ?? '')
  if (parts.every((part) => !/\w/.test(part))) return true
  let from = 0
  return parts.every((part) => {
    const at = title.indexOf(part, from)
    from = at + part.length
    return at >= 0
  })
}

/** A shorter name says too little to be carried on. */
const LEAST_STEM = 6

const isPartOf = (title: string, { name, rows, ...rest }: FoundTest): boolean =>
  title.length >= LEAST_STEM && !rows && titleOf({ name, rows, ...rest }).startsWith(title)
