/** The tables of a TOML file by their names, and in each the values by their keys, as they are written. */
export type Tables = ReadonlyMap<string, Record<string, string>>

/**
 * As much of TOML as settings use to switch something on or off: tables, dotted keys, inline tables of plain values. Lines
 * within longer values (lists, texts of several lines) are passed over where they look like none of these.
 */
export function tablesIn(text: string): Tables {
  const tables = new Map<string, Record<string, string>>()
  let table: string[] = []
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[([^[\]]*(?:"[^"]*"[^[\]]*)*)\]\s*(?:#.*)?$/.exec(line)?.[1]
    if (header !== undefined) table = wordsOf(header)
    else put(tables, table, line)
  }
  return tables
}

/** A table; empty where there is none. */
export const tableAt = (tables: Tables, name: readonly string[]): Record<string, string> =>
  tables.get(nameOf(name)) ?? {}

const nameOf = (words: readonly string[]): string => JSON.stringify(words)

const WORD = /\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+))\s*(?:\.|$)/y

/** The words of a dotted key. */
function wordsOf(key: string): string[] {
  const words: string[] = []
  WORD.lastIndex = 0
  for (;;) {
    const [, basic, literal, bare] = WORD.exec(key) ?? []
    const word = basic === undefined ? (literal ?? bare) : unescaped(basic)
    if (word === undefined) return words
    words.push(word)
  }
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string
  } catch {
    return text
  }
}

const PAIR = /^\s*((?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+|\s*\.\s*)+?)\s*=\s*(.*)$/

function put(tables: Map<string, Record<string, string>>, table: readonly string[], line: string): void {
  const [, key = '', rest = ''] = PAIR.exec(line) ?? []
  const words = wordsOf(key)
  const last = words.pop()
  if (last === undefined) return
  const inline = /^\{(.*)\}\s*(?:#.*)?$/.exec(rest)?.[1]
  if (inline !== undefined) {
    for (const pair of inline.split(',')) put(tables, [...table, ...words, last], pair)
    return
  }
  const name = nameOf([...table, ...words])
  tables.set(name, { ...tables.get(name), [last]: plainValue(rest) })
}

/** Without a comment behind it. */
const plainValue = (text: string): string => /^("(?:[^"\\]|\\.)*"|'[^']*'|[^#]*)/.exec(text)?.[1]?.trim() ?? ''
