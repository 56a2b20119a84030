import { type Cursor, inner, nested, peek, refuse } from './cursor.ts'
import { unescapedEnd } from './quotes.ts'
import type { List } from './syntax.ts'

/** Reads the commands up to the parenthesis that closes them; the cursor stands behind the one that opened. */
export function readParenthesised(cursor: Cursor): List {
  // A heredoc begun inside has its body inside, and one begun outside goes on outside.
  const own: Cursor = { ...cursor, heredocs: [] }
  const list = nested(own, () => own.readList(own))
  if (peek(own) === '') refuse(own, 'unterminated-substitution')
  if (peek(own) !== ')') refuse(own, 'unexpected-token')
  if (own.heredocs.length > 0) refuse(own, 'unterminated-heredoc')
  cursor.at = own.at + 1
  return list
}

/** Reads the commands between backticks. Backslashes in them escape once for the backticks, and again for the command. */
export function readBackquoted(cursor: Cursor, where: 'bare' | 'quoted'): List {
  const end = unescapedEnd(cursor.text, '`', cursor.at + 1)
  if (end < 0) refuse(cursor, 'unterminated-substitution')
  const escapable = where === 'quoted' ? /\\([$`\\"])/g : /\\([$`\\])/g
  const text = cursor.text.slice(cursor.at + 1, end).replace(escapable, '$1')
  const list = readWhole(inner(cursor, text))
  cursor.at = end + 1
  return list
}

/** Reads all of a text as commands. */
export function readWhole(cursor: Cursor): List {
  const list = nested(cursor, () => cursor.readList(cursor))
  if (peek(cursor) !== '') refuse(cursor, 'unexpected-token')
  if (cursor.heredocs.length > 0) refuse(cursor, 'unterminated-heredoc')
  return list
}

/**
 * Where the `))` stands that closes the `((` before `from`, or -1: then it is no arithmetic but a subshell in
 * parentheses, `((a); b)`. Decided by the parenthesis that closes the inner one, as shells do.
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
