import { shortName } from '../input/find-session.ts'

/** Sessions as rows of a table, with subagents under their session. */

/** A row, and its depth below the top session. */
export type Nested<Row> = { row: Row; depth: number }

type Linked = { stream: string; parent: string | null }

/** Each session followed by its subagents. A subagent whose parent is not listed stays on its own. */
export function nest<Row extends Linked>(rows: readonly Row[]): Nested<Row>[] {
  const children = new Map<string | null, Row[]>()
  const streams = new Set(rows.map(({ stream }) => stream))
  for (const row of rows) {
    const parent = row.parent !== null && row.parent !== row.stream && streams.has(row.parent) ? row.parent : null
    children.set(parent, [...(children.get(parent) ?? []), row])
  }
  const under = (parent: string | null, depth: number): Nested<Row>[] =>
    (children.get(parent) ?? []).flatMap((row) => [{ row, depth }, ...under(row.stream, depth + 1)])
  const nested = under(null, 0)
  // Sessions that name each other as parents are reachable from no top session.
  const placed = new Set(nested.map(({ row }) => row))
  return [...nested, ...rows.filter((row) => !placed.has(row)).map((row) => ({ row, depth: 0 }))]
}

/** A name, indented below its parent. */
export const indented = (name: string, depth: number): string =>
  `${'  '.repeat(Math.max(0, depth - 1))}${depth > 0 ? '└ ' : ''}${name}`

const LEAST_CHARS = 8

/** The shortest unique start of each name; the stream if two sessions have the same name. */
export function uniqueBeginnings(streams: readonly string[]): Map<string, string> {
  const named = streams
    .map((stream) => ({ stream, name: shortName(stream) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return new Map(
    named.map(({ stream, name }, i) => {
      const others = [named[i - 1]?.name, named[i + 1]?.name]
      if (name === stream || others.includes(name)) return [stream, stream]
      const shared = Math.max(...others.map((other) => sharedChars(name, other)))
      return [stream, name.slice(0, Math.max(LEAST_CHARS, shared + 1))]
    }),
  )
}

function sharedChars(name: string, other = ''): number {
  let at = 0
  while (at < name.length && name[at] === other[at]) at++
  return at
}
