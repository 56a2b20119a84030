/** The rows of a table as they are written, `<hash> <kind> <name>`. Comparing them is much faster than parsing them. */

const RULES = /^[0-9a-f]+ rules /

/** Returns the rows of a workspace's files. Ignore rules outside the workspace are not its content. */
export function rowsOf(table: Uint8Array): Set<string> {
  const [, ...rows] = Buffer.from(table.buffer, table.byteOffset, table.length).toString('latin1').split('\0')
  rows.pop()
  return new Set(rows.filter((row) => !RULES.test(row)))
}

/** The name of a row's file. */
export const nameIn = (row: string): string => row.slice(row.indexOf(' ', row.indexOf(' ') + 1) + 1)

/** The content of a row's file: its hash and its kind. */
export const contentIn = (row: string): string => row.slice(0, row.indexOf(' ', row.indexOf(' ') + 1))
