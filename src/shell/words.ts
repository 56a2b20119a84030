import { type Cursor, count, nested, peek, refuse, refuseToken, takeMatch } from './cursor.ts'
import { readBackticks, readDollar, readDoubleQuotes } from './expansions.ts'
import { readEscape, readSingleQuotes } from './quotes.ts'
import { readParenthesised } from './substitutions.ts'
import type { Part, Word } from './syntax.ts'

/** The role of a word: before a command and after `declare`, `name=(…)` is an array. */
type WordRole = 'argument' | 'assignment'

/** Reads one word. Returns null if none starts here. */
export function readWord(cursor: Cursor, place: WordRole = 'argument'): Word | null {
  peek(cursor)
  const at = cursor.at
  const parts: Part[] = []
  while (readPart(cursor, parts, place));
  if (parts.length === 0) return null
  count(cursor, 'words')
  return { parts, at: cursor.base + at, end: cursor.base + cursor.at }
}

const PLAIN = /[^ \t\n'"\\$`<>|&;()]+/y

/** Reads the part at the next character. Returns false if it does not belong to the word. */
function readPart(cursor: Cursor, parts: Part[], place: WordRole): boolean {
  const next = peek(cursor)
  if (next === "'") parts.push(readSingleQuotes(cursor))
  else if (next === '"') nested(cursor, () => readDoubleQuotes(cursor, parts))
  else if (next === '\\') parts.push(readEscape(cursor))
  else if (next === '$') readDollar(cursor, parts, 'bare')
  else if (next === '`') readBackticks(cursor, parts, 'bare')
  else if (next === '<' || next === '>') return readProcess(cursor, parts)
  else if (next === '(') return readParenthesis(cursor, parts, place)
  else return readPlain(cursor, parts)
  return true
}

function readPlain(cursor: Cursor, parts: Part[]): boolean {
  const text = takeMatch(cursor, PLAIN)
  const last = parts.at(-1)
  // Only a line continuation can separate two plain parts, and the shell drops it.
  if (last?.kind === 'text' && !last.quoted) parts[parts.length - 1] = { ...last, text: last.text + text }
  else if (text !== '') parts.push({ kind: 'text', text, quoted: false })
  return text !== ''
}

function readProcess(cursor: Cursor, parts: Part[]): boolean {
  if (cursor.text[cursor.at + 1] !== '(') return false
  cursor.at += 2
  return parts.push({ kind: 'process', list: nested(cursor, () => readParenthesised(cursor)) }) > 0
}

const BEFORE_ARRAY = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=$/

/** Reads a parenthesis that opens an array or an extended glob. Returns false for any other, which is an operator. */
function readParenthesis(cursor: Cursor, parts: Part[], place: WordRole): boolean {
  if (place === 'assignment' && BEFORE_ARRAY.test(bareText(parts) ?? '')) {
    return parts.push({ kind: 'array', words: nested(cursor, () => readArray(cursor)) }) > 0
  }
  const last = parts.at(-1)
  if (last?.kind !== 'text' || last.quoted || !/[?*+@!]$/.test(last.text)) return false
  if (cursor.text[cursor.at + 1] === ')') return false
  parts[parts.length - 1] = { ...last, text: last.text.slice(0, -1) }
  return parts.push({ kind: 'glob', parts: nested(cursor, () => readExtendedGlob(cursor)) }) > 0
}

const BETWEEN = /(?:[ \t\n]|\\\n|(?<=[ \t\n(])#[^\n]*)+/y

function readArray(cursor: Cursor): Word[] {
  const words: Word[] = []
  for (cursor.at++; ; ) {
    takeMatch(cursor, BETWEEN)
    if (peek(cursor) === ')') break
    words.push(readWord(cursor, 'assignment') ?? refuseToken(cursor))
  }
  cursor.at++
  return words
}

/** `@(a|b)` and the like: operators are text up to the closing parenthesis. */
function readExtendedGlob(cursor: Cursor): Part[] {
  const parts: Part[] = []
  let open = 0
  do {
    const next = peek(cursor)
    if (next === '' || next === '\n') refuse(cursor, 'unterminated-substitution')
    if (next === '(') open++
    if (next === ')') open--
    if (!'()|&;<> \t'.includes(next)) readPart(cursor, parts, 'argument')
    else cursor.at++
  } while (open > 0)
  return parts
}

/** The text of a word without quotes or expansions; otherwise null. */
export function bareText(parts: readonly Part[]): string | null {
  let text = ''
  for (const part of parts) {
    if (part.kind !== 'text' || part.quoted) return null
    text += part.text
  }
  return text
}
