import { textOf } from './names.ts'
import { type Selection, selectRows } from './selection.ts'
import { parseTable, type Row } from './table.ts'

export type Change = { kind: 'added' | 'removed' | 'changed'; path: string }

/** `total` counts all changes; `changes` lists as many as fit in a message. */
export type Changes = { total: number; changes: Change[] }

/** Enough to see what happened; nobody reads more. */
const MAX_CHANGES = 100

/** Lists the differences between two tables, ordered by name; null if either is not a valid table. */
export function changesBetween(before: Uint8Array, after: Uint8Array, selection: Selection = {}): Changes | null {
  const [from, to] = [parseTable(before), parseTable(after)]
  if (from === null || to === null) return null
  const all = differences(selectRows(from.rows, selection), selectRows(to.rows, selection))
  all.sort((a, b) => (a.name < b.name ? -1 : 1))
  return {
    total: all.length,
    changes: all.slice(0, MAX_CHANGES).map(({ kind, name }) => ({ kind, path: textOf(name) })),
  }
}

type Difference = { kind: Change['kind']; name: string }

function differences(before: readonly Row[], after: readonly Row[]): Difference[] {
  const was = new Map(before.map((row) => [row.name, row]))
  const found: Difference[] = []
  for (const { name, kind, hash } of after) {
    const old = was.get(name)
    was.delete(name)
    if (old === undefined) found.push({ kind: 'added', name })
    else if (old.kind !== kind || old.hash !== hash) found.push({ kind: 'changed', name })
  }
  return [...found, ...[...was.keys()].map((name): Difference => ({ kind: 'removed', name }))]
}
