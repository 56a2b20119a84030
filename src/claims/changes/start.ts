import { type ArtifactRef, isObject } from '../../ledger/kinds.ts'
import { nameIn } from '../fingerprint/rows.ts'
import type { TestInventory } from '../tests/found-test.ts'

/** The content that a turn starts with. `rows` are those of the table of a fingerprint. */
export type Start = {
  rows: ReadonlySet<string>
  /** The tests in each test file. */
  tests: ReadonlyMap<string, TestInventory>
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
  artifacts: ArtifactRef[]
}

/** What is in a workspace now and was not: `rows` for files that are new or differ, `gone` for names that are missing. */
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

/**
 * Turns the content of a workspace into the start to store. `inventory` reads the tests in a file; null if it is not a test
 * file. Only files that the base does not know are read.
 */
export function storedStart(
  content: ReadonlySet<string>,
  { head, branch, commits }: Pick<Start, 'head' | 'branch' | 'commits'>,
  base: Base | null,
  inventory: (name: string) => TestInventory | null,
): StoredStart {
  const { rows, gone } = differenceBetween(base?.start.rows ?? NO_ROWS, content)
  if (base !== null && rows.length > Math.max(MAX_DIFFERENCE, content.size / 10)) {
    const changed = new Set(rows.map(nameIn))
    const known = (name: string) => (changed.has(name) ? inventory(name) : (base.start.tests.get(name) ?? null))
    return storedStart(content, { head, branch, commits }, null, known)
  }
  const tests: StoredStart['tests'] = {}
  for (const name of rows.map(nameIn)) {
    const found = inventory(name)
    if (found !== null) tests[name] = found
  }
  return { v: 1, base: base?.sha256 ?? null, rows, gone, tests, head, branch, commits: [...commits] }
}

const NO_ROWS: ReadonlySet<string> = new Set()

/** Completes a stored start with its base. */
export function openStart({ rows, gone, tests, head, branch, commits }: StoredStart, base: Start | null): Start {
  const replaced = new Set([...gone, ...rows.map(nameIn)])
  const isKept = (name: string): boolean => !replaced.has(name)
  return {
    rows: new Set([...[...(base?.rows ?? [])].filter((row) => isKept(nameIn(row))), ...rows]),
    // The base's inventory of a replaced file is of the earlier content.
    tests: new Map([...[...(base?.tests ?? [])].filter(([name]) => isKept(name)), ...Object.entries(tests)]),
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
