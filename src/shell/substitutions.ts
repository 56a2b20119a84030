import { type Cursor, inner, nested, peek, refuse } from './cursor.ts'
import { unescapedEnd } from './quotes.ts'
import type { List } from './syntax.ts'

/** Reads commands up to the closing parenthesis; the cursor is after the opening one. */
export function readParenthesised(cursor: Cursor): List {
  // A heredoc opened inside has its body inside; one opened outside continues outside.
  const own: Cursor = { ...cursor, heredocs: [] }
  const list = nested(own, () => own.readList(own))
  if (peek(own) === '') refuse(own, 'unterminated-substitution')
  if (peek(own) !== ')') refuse(own, 'unexpected-token')
  if (own.heredocs.length > 0) refuse(own, 'unterminated-heredoc')
  cursor.at = own.at + 1
  return list
}

/** Reads the commands between backticks. Backslashes escape once for the backticks, and again for the command. */
export function readBackquoted(cursor: Cursor, where: 'bare' | 'quoted'): List {
  const end = unescapedEnd(cursor.text, '`', cursor.at + 1)
  if (end < 0) refuse(cursor, 'unterminated-substitution')
  const escapable = where === 'quoted' ? /\\([$`\\"])/g : /\\([$`\\])/g
  const text = cursor.text.slice(cursor.at + 1, end).replace(escapable, '$1')
  const list = readWhole(inner(cursor, text))
  cursor.at = end + 1
  return list
}

/** Reads commands up to the end of the source. */
export function readWhole(cursor: Cursor): List {
  const list = nested(cursor, () => cursor.readList(cursor))
  if (peek(cursor) !== '') refuse(cursor, 'unexpected-token')
  if (cursor.heredocs.length > 0) refuse(cursor, 'unterminated-heredoc')
  return list
}

/**
 * Index of the `))` that closes the `((` before `from`. Returns -1 for nested subshells, `((a); b)`. As in shells, the
 * character after the inner closing parenthesis decides.
 */
export function arithmeticEnd(text: string, from: number): number {
  let open = 0
  for (let at = from; at < text.length; at++) {
    const next = text[at]
    if (next === '\\') at++
    else if (next === "'" || next === '"') at = quoteEnd(text, next, at)
    else if (next === '(') open++
    else if (next === ')' && open-- === 0) return text[at + 1] === ')' ? at : -1
  }
  return -1
}

function quoteEnd(text: string, quote: string, at: number): number {
  const end = quote === "'" ? text.indexOf("'", at + 1) : unescapedEnd(text, '"', at + 1)
  return end < 0 ? text.length : end
}
