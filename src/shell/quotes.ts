import { type Cursor, refuse } from './cursor.ts'
import type { Part } from './syntax.ts'

/** Reads `'…'`, in which nothing is special. */
export function readSingleQuotes(cursor: Cursor): Part {
  const end = cursor.text.indexOf("'", cursor.at + 1)
  if (end < 0) refuse(cursor, 'unterminated-quote')
  const text = cursor.text.slice(cursor.at + 1, end)
  cursor.at = end + 1
  return { kind: 'text', text, quoted: true }
}

/** Reads a backslash and the character it escapes. Line continuations are already gone. */
export function readEscape(cursor: Cursor): Part {
  const text = cursor.text[cursor.at + 1] ?? '\\'
  cursor.at += 2
  return { kind: 'text', text, quoted: true }
}

/** Reads `$'…'`, which uses C escapes. */
export function readAnsiQuotes(cursor: Cursor): Part {
  const end = unescapedEnd(cursor.text, "'", cursor.at + 2)
  if (end < 0) refuse(cursor, 'unterminated-quote')
  const text = cursor.text.slice(cursor.at + 2, end).replace(ANSI_ESCAPE, decode)
  cursor.at = end + 1
  // The shell drops everything after a NUL.
  return { kind: 'text', text: text.split('\0', 1)[0] ?? '', quoted: true }
}

/** Index of the next `close` character that is not escaped by a backslash, or -1. */
export function unescapedEnd(text: string, close: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === close) return at
    if (text[at] === '\\') at++
  }
  return -1
}

const ANSI_ESCAPE = /\\(?:x[\da-fA-F]{1,2}|[0-7]{1,3}|u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8}|c[\s\S]|[\s\S])/g

const ANSI_NAMED: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  ...{ '\\': '\\', "'": "'", '"': '"', '?': '?' },
}

function decode(sequence: string): string {
  const letter = sequence.charAt(1)
  if (letter >= '0' && letter <= '7') return String.fromCharCode(Number.parseInt(sequence.slice(1), 8) & 0xff)
  if (sequence.length > 2) return decodeNumbered(letter, sequence.slice(2))
  return ANSI_NAMED[letter] ?? sequence
}

function decodeNumbered(letter: string, digits: string): string {
  if (letter === 'c') return String.fromCharCode(digits.charCodeAt(0) & 0x1f)
  const code = Number.parseInt(digits, 16)
  return code > 0x10ffff ? '' : String.fromCodePoint(code)
}
