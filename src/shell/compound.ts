import { type Cursor, nested, peek, refuse, refuseToken, skipBlanks, take, takeMatch } from './cursor.ts'
import { readLoose } from './expansions.ts'
import { takeNewline } from './heredocs.ts'
import { readRedirections } from './simple.ts'
import { arithmeticEnd } from './substitutions.ts'
import type { Command, Compound, List, Word } from './syntax.ts'
import { readWord } from './words.ts'

/**
 * A compound command without the fields that all kinds share. Distributes over the union, so that each kind keeps its
 * own fields.
 */
type Body = Compound extends infer One
  ? One extends Compound
    ? Omit<One, 'redirections' | 'at' | 'end'>
    : never
  : never

// A reserved word ends where a word ends. If any part of it is quoted, it is an ordinary word.
const RESERVED =
  /(?:if|then|elif|else|fi|do|done|case|esac|while|until|for|select|function|coproc|[{}]|\[\[)(?=[ \t\n;&|()<>]|$)/y

const RESERVED_START = /[itefdcwus{}[]/

/** Returns the reserved word at the cursor, or an empty string. */
export function reservedAt(cursor: Cursor): string {
  if (!RESERVED_START.test(peek(cursor))) return ''
  RESERVED.lastIndex = cursor.at
  return RESERVED.exec(cursor.text)?.[0] ?? ''
}

type Reader = (cursor: Cursor, readCommand: (cursor: Cursor) => Command) => Body

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['{', (cursor) => ({ kind: 'group', body: bodyUpTo(cursor, '}') })],
  ['if', readIf],
  ['while', readWhile],
  ['until', readWhile],
  ['for', readFor],
  ['select', readFor],
  ['case', readCase],
  ['[[', readTest],
  ['function', readFunction],
  ['coproc', (cursor, readCommand) => ({ kind: 'coprocess', body: readCoprocess(cursor, readCommand) })],
])

/** Reads a compound command and its redirections. Returns null if none starts here. */
export function readCompound(cursor: Cursor, readCommand: (cursor: Cursor) => Command): Compound | null {
  const at = cursor.at
  const reader = readerAt(cursor)
  if (reader === null) return null
  const body = nested(cursor, () => reader(cursor, readCommand))
  const end = cursor.base + cursor.at
  return { ...body, redirections: readRedirections(cursor), at: cursor.base + at, end } as Compound
}

/** Returns the reader for the construct at the cursor and steps over its keyword. */
function readerAt(cursor: Cursor): Reader | null {
  if (peek(cursor) === '(') return (inside) => readArithmetic(inside) ?? readSubshell(inside)
  const word = reservedAt(cursor)
  const reader = READERS.get(word) ?? null
  if (reader !== null) cursor.at += word.length
  return reader
}

/** Reads the body in `name () body`; the cursor is past the name and any parentheses. */
export function readFunctionBody(cursor: Cursor, name: string, readCommand: (cursor: Cursor) => Command): Body {
  skipLines(cursor)
  const body = nested(cursor, () => readCommand(cursor))
  return body.kind === 'simple' ? refuse(cursor, 'unexpected-token') : { kind: 'function', name, body }
}

/** Skips spaces, tabs, comments and newlines. */
export function skipLines(cursor: Cursor): void {
  for (skipBlanks(cursor); peek(cursor) === '\n'; skipBlanks(cursor)) takeNewline(cursor)
}

function expectWord(cursor: Cursor, word: string): void {
  if (reservedAt(cursor) !== word) refuseToken(cursor)
  cursor.at += word.length
}

function bodyUpTo(cursor: Cursor, close: string): List {
  const list = readFilled(cursor)
  expectWord(cursor, close)
  return list
}

/** Reads a list with at least one command, as every part of a compound command requires. */
function readFilled(cursor: Cursor): List {
  const list = cursor.readList(cursor)
  return list.length === 0 ? refuseToken(cursor) : list
}

function readSubshell(cursor: Cursor): Body {
  cursor.at++
  const body = readFilled(cursor)
  if (!take(cursor, ')')) refuseToken(cursor)
  return { kind: 'subshell', body }
}

function readArithmetic(cursor: Cursor): Body | null {
  if (cursor.text[cursor.at + 1] !== '(') return null
  const end = arithmeticEnd(cursor.text, cursor.at + 2)
  return end < 0 ? null : { kind: 'expression', words: [takeLoose(cursor, 2, end)] }
}

function takeLoose(cursor: Cursor, opening: number, end: number): Word {
  const at = cursor.at + opening
  const parts = readLoose({ ...cursor, text: cursor.text.slice(0, end), at, heredocs: [] })
  cursor.at = end + 2
  return { parts, at: cursor.base + at, end: cursor.base + end }
}

function readIf(cursor: Cursor): Body {
  const branches: { test: List; body: List }[] = []
  let otherwise: List | null = null
  for (let word = 'elif'; word === 'elif'; ) {
    const test = bodyUpTo(cursor, 'then')
    branches.push({ test, body: readFilled(cursor) })
    word = reservedAt(cursor)
    if (word === 'elif') cursor.at += word.length
  }
  if (reservedAt(cursor) === 'else') {
    cursor.at += 'else'.length
    otherwise = readFilled(cursor)
  }
  expectWord(cursor, 'fi')
  return { kind: 'if', branches, otherwise }
}

function readWhile(cursor: Cursor): Body {
  const test = bodyUpTo(cursor, 'do')
  return { kind: 'while', test, body: bodyUpTo(cursor, 'done') }
}

const NAME = /[^ \t\n;&|<>()]+/y

function readFor(cursor: Cursor): Body {
  skipBlanks(cursor)
  if (peek(cursor) === '(') return readArithmeticFor(cursor)
  const name = takeMatch(cursor, NAME)
  if (name === '') refuseToken(cursor)
  skipLines(cursor)
  const words = takeMatch(cursor, /in(?=[ \t\n;&]|$)/y) === '' ? null : readWords(cursor)
  skipSeparator(cursor)
  return { kind: 'for', name, words, body: loopBody(cursor) }
}

function readWords(cursor: Cursor): Word[] {
  const words: Word[] = []
  for (skipBlanks(cursor); ; skipBlanks(cursor)) {
    const word = readWord(cursor)
    if (word === null) return words
    words.push(word)
  }
}

function skipSeparator(cursor: Cursor): void {
  skipBlanks(cursor)
  take(cursor, ';')
  skipLines(cursor)
}

/** `do … done`, or the braces that shells accept instead. */
function loopBody(cursor: Cursor): List {
  const word = reservedAt(cursor)
  if (word !== 'do' && word !== '{') refuseToken(cursor)
  cursor.at += word.length
  return bodyUpTo(cursor, word === 'do' ? 'done' : '}')
}

function readArithmeticFor(cursor: Cursor): Body {
  const end = cursor.text[cursor.at + 1] === '(' ? arithmeticEnd(cursor.text, cursor.at + 2) : -1
  if (end < 0) refuseToken(cursor)
  const head = takeLoose(cursor, 2, end)
  skipSeparator(cursor)
  return { kind: 'for', name: '', words: [head], body: loopBody(cursor) }
}

function readCase(cursor: Cursor): Body {
  skipBlanks(cursor)
  const subject = readWord(cursor) ?? refuseToken(cursor)
  skipLines(cursor)
  if (takeMatch(cursor, /in(?=[ \t\n;&()]|$)/y) === '') refuseToken(cursor)
  const arms: { patterns: Word[]; body: List }[] = []
  for (skipLines(cursor); reservedAt(cursor) !== 'esac'; skipLines(cursor)) {
    const patterns = readPatterns(cursor)
    arms.push({ patterns, body: cursor.readList(cursor) })
    if (!take(cursor, ';;') && !take(cursor, ';&') && !take(cursor, ';;&')) break
  }
  expectWord(cursor, 'esac')
  return { kind: 'case', subject, arms }
}

function readPatterns(cursor: Cursor): Word[] {
  const patterns: Word[] = []
  take(cursor, '(')
  do {
    skipBlanks(cursor)
    patterns.push(readWord(cursor) ?? refuseToken(cursor))
    skipBlanks(cursor)
  } while (take(cursor, '|'))
  if (!take(cursor, ')')) refuseToken(cursor)
  return patterns
}

function readFunction(cursor: Cursor, readCommand: (cursor: Cursor) => Command): Body {
  skipBlanks(cursor)
  const name = takeMatch(cursor, NAME)
  if (name === '') refuseToken(cursor)
  skipBlanks(cursor)
  takeMatch(cursor, /\([ \t]*\)/y)
  return readFunctionBody(cursor, name, readCommand)
}

/** `coproc name { …; }`: only a compound command may have a name before it. */
function readCoprocess(cursor: Cursor, readCommand: (cursor: Cursor) => Command): Command {
  skipBlanks(cursor)
  takeMatch(cursor, /[A-Za-z_]\w*[ \t]+(?=[({]|(?:if|while|until|for|case|select)[ \t\n]|\[\[)/y)
  return readCommand(cursor)
}

const REGEXP_WORD = /[^ \t\n'"\\$`]+/y

/** `[[ … ]]`: only its words matter here, not the comparison. */
function readTest(cursor: Cursor): Body {
  const words: Word[] = []
  for (skipLines(cursor); ; skipLines(cursor)) {
    if (peek(cursor) === '') refuseToken(cursor)
    if (takeMatch(cursor, /\]\](?=[ \t\n;&|()<>]|$)/y) !== '') return { kind: 'expression', words }
    if (takeMatch(cursor, /=~[ \t]+/y) !== '') words.push(readRegExp(cursor))
    else if (takeMatch(cursor, /&&|\|\||[()<>!](?!\()|[()]/y) === '')
      words.push(readWord(cursor) ?? refuseToken(cursor))
  }
}

/** Reads the pattern after `=~`, in which `|` and parentheses are plain text. */
function readRegExp(cursor: Cursor): Word {
  const whole: Word = { parts: [], at: cursor.base + cursor.at, end: 0 }
  for (;;) {
    const word = readWord(cursor)
    for (const part of word?.parts ?? []) whole.parts.push(part)
    const text = takeMatch(cursor, REGEXP_WORD)
    if (text !== '') whole.parts.push({ kind: 'text', text, quoted: true })
    whole.end = cursor.base + cursor.at
    if (word === null && text === '') return whole
  }
}
