import { type ArtifactRef, isObject } from '../../ledger/kinds.ts'
import type { Row } from '../fingerprint/table.ts'
import type { TestInventory } from '../tests/found-test.ts'

/** The content that a turn starts with. `rows` maps each name to `<hash> <kind>`, as in the table of a fingerprint. */
export type Start = {
  rows: ReadonlyMap<string, string>
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

const contentIn = ({ hash, kind }: Row): string => `${hash} ${kind}`

/** Maps each name to its content, for comparison with a start. Ignore rules outside the workspace are not its content. */
export const contentOf = (rows: readonly Row[]): Map<string, string> =>
  new Map(rows.filter(({ kind }) => kind !== 'rules').map((row) => [row.name, contentIn(row)]))

/** A difference of more rows than this, and of more than a tenth of them, is stored as a complete start. */
const MAX_DIFFERENCE = 200

type Base = { sha256: string; start: Start }

/**
 * Turns the content of a workspace into the start to store. `inventory` reads the tests in a file; null if it is not a test
 * file. Only files that the base does not know are read.
 */
export function storedStart(
  content: ReadonlyMap<string, string>,
  { head, branch, commits }: Pick<Start, 'head' | 'branch' | 'commits'>,
  base: Base | null,
  inventory: (name: string) => TestInventory | null,
): StoredStart {
  const rows = [...content].filter(([name, value]) => base?.start.rows.get(name) !== value)
  if (base !== null && rows.length > Math.max(MAX_DIFFERENCE, content.size / 10))
    return storedStart(content, { head, branch, commits }, null, (name) =>
      base.start.rows.get(name) === content.get(name) ? (base.start.tests.get(name) ?? null) : inventory(name),
    )
  const tests: StoredStart['tests'] = {}
  for (const [name] of rows) {
    const found = inventory(name)
    if (found !== null) tests[name] = found
  }
  return {
    v: 1,
    base: base?.sha256 ?? null,
    rows: rows.map(([name, value]) => `${value} ${name}`),
    gone: base === null ? [] : [...base.start.rows.keys()].filter((name) => !content.has(name)),
    tests,
    head,
    branch,
    commits: [...commits],
  }
}

/** Completes a stored start with its base. */
export function openStart({ rows, gone, tests, head, branch, commits }: StoredStart, base: Start | null): Start {
  const [content, inventories] = [new Map(base?.rows), new Map(base?.tests)]
  for (const name of gone) {
    content.delete(name)
    inventories.delete(name)
  }
  for (const row of rows) {
    const at = row.indexOf(' ', row.indexOf(' ') + 1)
    const name = row.slice(at + 1)
    content.set(name, row.slice(0, at))
    // The base's inventory is of the earlier content.
    inventories.delete(name)
  }
  for (const [name, inventory] of Object.entries(tests)) inventories.set(name, inventory)
  return { rows: content, tests: inventories, head, branch, commits }
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
