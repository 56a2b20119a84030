import { type Cursor, count, inner, nested, pastContinuations, peek, refuse, takeMatch } from './cursor.ts'
import { readAnsiQuotes, readEscape, readSingleQuotes, unescapedEnd } from './quotes.ts'
import { arithmeticEnd, readBackquoted, readParenthesised } from './substitutions.ts'
import type { Part } from './syntax.ts'

type Context = 'bare' | 'quoted'

const QUOTED_TEXT = /[^"\\$`]+/y

/** Reads `"…"` into parts. */
export function readDoubleQuotes(cursor: Cursor, parts: Part[]): void {
  const from = cursor.at
  // Even empty quotes make a word.
  parts.push({ kind: 'text', text: '', quoted: true })
  for (cursor.at++; peek(cursor) !== '"'; ) {
    const text = takeMatch(cursor, QUOTED_TEXT)
    if (text !== '') parts.push({ kind: 'text', text, quoted: true })
    else if (peek(cursor) !== '') readActive(cursor, parts, '"')
    else refuse({ ...cursor, at: from }, 'unterminated-quote')
  }
  cursor.at++
}

const LOOSE_TEXT = /[^\\$`]+/y

/** Reads a whole heredoc or arithmetic expression: only `$`, backticks and backslashes are special. */
export function readLoose(cursor: Cursor): Part[] {
  const parts: Part[] = []
  while (peek(cursor) !== '') {
    const text = takeMatch(cursor, LOOSE_TEXT)
    if (text !== '') parts.push({ kind: 'text', text, quoted: true })
    else readActive(cursor, parts, '')
  }
  return parts
}

/** Reads a character that is special inside double quotes. A backslash also escapes `close`. */
function readActive(cursor: Cursor, parts: Part[], close: string): void {
  const next = cursor.text[cursor.at + 1] ?? ''
  if (peek(cursor) === '$') readDollar(cursor, parts, 'quoted')
  else if (peek(cursor) === '`') readBackticks(cursor, parts, 'quoted')
  else if (next !== '' && `$\`\\${close}`.includes(next)) parts.push(readEscape(cursor))
  else parts.push({ kind: 'text', text: cursor.text.charAt(cursor.at++), quoted: true })
}

/** Reads a command between backticks into parts. */
export function readBackticks(cursor: Cursor, parts: Part[], where: Context): void {
  const list = nested(cursor, () => readBackquoted(cursor, where))
  parts.push({ kind: 'output', list, quoted: where === 'quoted' })
}

const NAME = /[A-Za-z_]\w*|[0-9@*#?$!-]/y

/** Reads an expansion that starts with `$` into parts. A lone `$` is text. */
export function readDollar(cursor: Cursor, parts: Part[], where: Context): void {
  const quoted = where === 'quoted'
  count(cursor, 'words')
  // Skips line continuations, so that the `$` comes directly before the expansion it introduces.
  cursor.at = pastContinuations(cursor.text, cursor.at + 1) - 1
  const next = cursor.text[cursor.at + 1] ?? ''
  if (next === "'" && !quoted) parts.push(readAnsiQuotes(cursor))
  else if (next === '"' && !quoted) {
    cursor.at++
    nested(cursor, () => readDoubleQuotes(cursor, parts))
  } else if (next === '(') parts.push(nested(cursor, () => readSubstitution(cursor, quoted)))
  else if (next === '{') parts.push(nested(cursor, () => readBraced(cursor, quoted)))
  else if (next === '[') parts.push(nested(cursor, () => readOldArithmetic(cursor, quoted)))
  else parts.push(readNamed(cursor, quoted))
}

const MORE_NAME = /\w+/y

/** Reads a name; a line continuation does not end it. */
function takeName(cursor: Cursor, start: RegExp): string {
  let name = takeMatch(cursor, start)
  if (!/^[A-Za-z_]/.test(name)) return name
  while (/\w/.test(peek(cursor))) name += takeMatch(cursor, MORE_NAME)
  return name
}

function readNamed(cursor: Cursor, quoted: boolean): Part {
  cursor.at++
  const name = takeName(cursor, NAME)
  if (name === '') return { kind: 'text', text: '$', quoted: true }
  return { kind: 'variable', name, prefix: '', rest: [], quoted }
}

function readSubstitution(cursor: Cursor, quoted: boolean): Part {
  const end = cursor.text[cursor.at + 2] === '(' ? arithmeticEnd(cursor.text, cursor.at + 3) : -1
  if (end >= 0) return readArithmetic(cursor, 3, end, 2, quoted)
  cursor.at += 2
  return { kind: 'output', list: readParenthesised(cursor), quoted }
}

function readArithmetic(cursor: Cursor, opening: number, end: number, closing: number, quoted: boolean): Part {
  const parts = readLoose(inner(cursor, cursor.text.slice(cursor.at + opening, end)))
  cursor.at = end + closing
  return { kind: 'arithmetic', parts, quoted }
}

/** `$[…]`, an obsolete form that shells still accept. */
function readOldArithmetic(cursor: Cursor, quoted: boolean): Part {
  const end = unescapedEnd(cursor.text, ']', cursor.at)
  if (end < 0) refuse(cursor, 'unterminated-substitution')
  return readArithmetic(cursor, 2, end, 1, quoted)
}

// A prefix only if a name follows: `${#}` and `${!}` are names themselves.
const PREFIX = /[#!](?=[A-Za-z_0-9@*#?$!-])/y
const BRACED_NAME = /[A-Za-z_]\w*|\d+|[@*#?$!-]/y

/** `${…}`: the rest after the name is read as a word, so that substitutions in it are found. */
function readBraced(cursor: Cursor, quoted: boolean): Part {
  const from = cursor.at
  cursor.at += 2
  peek(cursor)
  const prefix = takeMatch(cursor, PREFIX)
  const name = takeName(cursor, BRACED_NAME)
  const rest: Part[] = []
  while (peek(cursor) !== '}') {
    if (peek(cursor) === '') refuse({ ...cursor, at: from }, 'unterminated-substitution')
    readInBraces(cursor, rest, quoted ? 'quoted' : 'bare')
  }
  cursor.at++
  return { kind: 'variable', name, prefix, rest, quoted }
}

const BRACED_TEXT = /[^}'"\\$`]+/y

function readInBraces(cursor: Cursor, parts: Part[], where: Context): void {
  switch (peek(cursor)) {
    case "'":
      parts.push(readSingleQuotes(cursor))
      break
    case '"':
      nested(cursor, () => readDoubleQuotes(cursor, parts))
      break
    case '\\':
      parts.push(readEscape(cursor))
      break
    case '$':
      readDollar(cursor, parts, where)
      break
    case '`':
      readBackticks(cursor, parts, where)
      break
    default:
      parts.push({ kind: 'text', text: takeMatch(cursor, BRACED_TEXT), quoted: where === 'quoted' })
  }
}
