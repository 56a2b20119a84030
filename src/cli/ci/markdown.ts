import { printable } from '../screens/output.ts'

const MAX_CHARS = 300

/**
 * Writes anybody's words into a Markdown page as plain text, on one line: no sign in them can begin markup, a link, HTML or a
 * table cell.
 */
export function plainText(text: string, most = MAX_CHARS): string {
  const line = printable(text.replace(/\s+/g, ' ').trim())
  const letters = [...line.toWellFormed()]
  const short = letters.length <= most ? line : `${letters.slice(0, most - 1).join('')}…`
  return short.replace(/[!-/:-@[-`{-~]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** A table; the cells are Markdown already. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0 ? [] : ['', rowOf(head), rowOf(head.map(() => '---')), ...rows.map(rowOf), '']

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
