import { type ArtifactRef, isObject } from '../../ledger/kinds.ts'
import { nameIn } from '../fingerprint/rows.ts'
import type { ReadInventory, TestInventory } from '../tests/found-test.ts'

/** The content that a turn starts with. `rows` are the rows of a fingerprint's table. */
export type Start = {
  rows: ReadonlySet<string>
  /** The tests in each test file. */
  tests: ReadonlyMap<string, TestInventory>
  /** The test files that there was no time to read. */
  unread: readonly string[]
  /** The checked-out commit and branch, and all commits that branches, tags and the stash point to. */
  head: string | null
  branch: string | null
  commits: readonly string[]
}

/** A start as it is stored: complete, or as the difference to an earlier one, its `base`. */
export type StoredStart = {
  v: 1
  base: string | null
  /** `<hash> <kind> <name>` for every file that the base lacks or has otherwise. */
  rows: string[]
  /** The names in the base that are gone. */
  gone: string[]
  tests: { [name: string]: TestInventory }
  /** Absent if all test files were read. */
  unread?: string[]
  head: string | null
  branch: string | null
  commits: string[]
}

/** A start in the ledger: its hash, and the artifacts that hold it. */
export type KeptStart = {
  sha256: string
  /** The fingerprint of the content. */
  content: string
  files: number
  /** The number of test files that there was no time to read. */
  unread: number
  artifacts: ArtifactRef[]
}

/** The difference between two contents: `rows` of files that are new or changed, `gone` for the names of missing files. */
export type Difference = { rows: string[]; gone: string[] }

/** Compares the rows of two tables. */
export function differenceBetween(before: ReadonlySet<string>, now: ReadonlySet<string>): Difference {
  const rows = [...now].filter((row) => !before.has(row))
  const names = new Set(rows.map(nameIn))
  const gone = [...before].filter((row) => !now.has(row)).map(nameIn)
  return { rows, gone: gone.filter((name) => !names.has(name)) }
}

/** A difference of more rows than this, and of more than a tenth of them, is stored as a complete start. */
const MAX_DIFFERENCE = 200

type Base = { sha256: string; start: Start }

/** Reads the tests in a file; null if it is not a test file, `unread` if there is no time. */
export type ReadTests = (name: string) => ReadInventory | null

/**
 * Turns the content of a workspace into the start to store. Reads only files that differ from the base, and test files that the
 * base left unread. The result has no base of its own if it differs much from `base`, or if `base` left test files unread.
 */
export function storedStart(
  content: ReadonlySet<string>,
  { head, branch, commits }: Pick<Start, 'head' | 'branch' | 'commits'>,
  base: Base | null,
  read: ReadTests,
): StoredStart {
  const { rows, gone } = differenceBetween(base?.start.rows ?? NO_ROWS, content)
  const left = new Set([...rows.map(nameIn), ...(base?.start.unread ?? [])])
  if (base !== null && (base.start.unread.length > 0 || rows.length > Math.max(MAX_DIFFERENCE, content.size / 10))) {
    const known: ReadTests = (name) => (left.has(name) ? read(name) : (base.start.tests.get(name) ?? null))
    return storedStart(content, { head, branch, commits }, null, known)
  }
  const tests: StoredStart['tests'] = {}
  const unread: string[] = []
  for (const name of left) {
    const found = read(name)
    if (found === 'unread') unread.push(name)
    else if (found !== null) tests[name] = found
  }
  const beside = { head, branch, commits: [...commits] }
  return { v: 1, base: base?.sha256 ?? null, rows, gone, tests, ...(unread.length > 0 && { unread }), ...beside }
}

const NO_ROWS: ReadonlySet<string> = new Set()

/** Completes a stored start with its base. */
export function openStart(stored: StoredStart, base: Start | null): Start {
  const { rows, gone, tests, unread = [], head, branch, commits } = stored
  const replaced = new Set([...gone, ...rows.map(nameIn)])
  const isKept = (name: string): boolean => !replaced.has(name)
  return {
    rows: new Set([...[...(base?.rows ?? [])].filter((row) => isKept(nameIn(row))), ...rows]),
    // The base's inventory of a replaced file is of the earlier content.
    tests: new Map([...[...(base?.tests ?? [])].filter(([name]) => isKept(name)), ...Object.entries(tests)]),
    unread,
    head,
    branch,
    commits,
  }
}

/** Parses a stored start; null if it is not one. */
export function parseStart(text: string): StoredStart | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && value['v'] === 1 && Array.isArray(value['rows']) ? (value as StoredStart) : null
  } catch {
    return null
  }
}
