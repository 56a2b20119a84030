import { shortName } from '../input/find-session.ts'

/** Sessions as rows of a table, subagents under the one that started them. */

/** A row of a session, and how many sessions it stands under. */
export type Nested<Row> = { row: Row; depth: number }

type Linked = { stream: string; parent: string | null }

/** Each session with those it started after it; whoever's parent is not here stands alone. */
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
  // Sessions that name each other as parents are under nobody.
  const placed = new Set(nested.map(({ row }) => row))
  return [...nested, ...rows.filter((row) => !placed.has(row)).map((row) => ({ row, depth: 0 }))]
}

/** A name under the one that stands above it. */
export const indented = (name: string, depth: number): string =>
  `${'  '.repeat(Math.max(0, depth - 1))}${depth > 0 ? '└ ' : ''}${name}`

const LEAST_CHARS = 8

/** The shortest beginning of each name that is no other's; where two have one name, the stream's. */
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
