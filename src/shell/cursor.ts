import { words } from '../ledger/lazy.ts'
import { LIMITS, Refusal, type Why } from './limits.ts'
import type { List, Redirection } from './syntax.ts'

/** The parser's position. Words contain commands and commands contain words, so the cursor carries `readList`. */
export type Cursor = {
  readonly text: string
  at: number
  depth: number
  /** Offset of `text` in the outermost source; nonzero in backticks and heredocs. */
  readonly base: number
  /** Heredocs whose bodies start after this line. */
  readonly heredocs: Heredoc[]
  /** Commands and words that may still be read, here and in nested code. Each expansion counts as a word. */
  readonly left: Left
  /** The last operator looked up, cached because several readers look at the same position. */
  operator: Operator
  /** Reads commands until something that cannot start a command. */
  readonly readList: (cursor: Cursor) => List
}

export type Left = { commands: number; words: number }

type Operator = { text: string; at: number; end: number }

export type Heredoc = { redirection: Redirection; delimiter: string; quoted: boolean; tabs: 'kept' | 'stripped' }

const NOT_LOOKED: Operator = { text: '', at: -1, end: -1 }

/** Creates a cursor at the start of `text`. `base` and `depth` place it in the outermost source. */
export const cursorAt = (text: string, around: Pick<Cursor, 'base' | 'depth' | 'left' | 'readList'>): Cursor => ({
  text,
  at: 0,
  depth: around.depth,
  base: around.base,
  heredocs: [],
  left: around.left,
  operator: NOT_LOOKED,
  readList: around.readList,
})

/** Creates a cursor at the start of nested code. It shares the limits of the outer cursor. */
export const inner = (cursor: Cursor, text: string): Cursor =>
  cursorAt(text, { ...cursor, base: cursor.base + cursor.at })

/** Stops parsing at the cursor. */
export function refuse(cursor: Cursor, why: Why): never {
  throw new Refusal(why, cursor.base + Math.min(cursor.at, cursor.text.length))
}

/** Refuses the token at the cursor, or the unexpected end of the source. */
export function refuseToken(cursor: Cursor): never {
  refuse(cursor, peek(cursor) === '' ? 'unexpected-end' : 'unexpected-token')
}

/** Counts a command or a word, and stops parsing past the limit. */
export function count(cursor: Cursor, what: keyof Left): void {
  if (--cursor.left[what] < 0) refuse(cursor, 'too-many')
}

/** Reads a construct that can nest, and enforces the depth limit. */
export function nested<T>(cursor: Cursor, read: () => T): T {
  if (++cursor.depth > LIMITS.depth) refuse(cursor, 'too-deep')
  const result = read()
  cursor.depth--
  return result
}

/** The next character, after any line continuations; empty at the end. */
export function peek(cursor: Cursor): string {
  cursor.at = pastContinuations(cursor.text, cursor.at)
  return cursor.text.charAt(cursor.at)
}

/** Returns the offset after any line continuations. */
export function pastContinuations(text: string, at: number): number {
  let next = at
  while (text.charCodeAt(next) === 92 && text.charCodeAt(next + 1) === 10) next += 2
  return next
}

const OPERATORS = words('& && | || |& ; ;; ;& ;;& ( ) < > << >> <<- <<< <& >& <> >| &> &>>')

/** Returns the longest operator at the cursor, or an empty one. */
export function operatorAt(cursor: Cursor): Operator {
  if (cursor.operator.at !== cursor.at) cursor.operator = findOperator(cursor.text, cursor.at)
  return cursor.operator
}

function findOperator(text: string, from: number): Operator {
  let found = ''
  let end = from
  for (;;) {
    const at = pastContinuations(text, end)
    const longer = found + text.charAt(at)
    if (at >= text.length || !OPERATORS.has(longer)) return { text: found, at: from, end }
    found = longer
    end = at + 1
  }
}

/** Steps over this operator if it is at the cursor. */
export function take(cursor: Cursor, operator: string): boolean {
  const { text, end } = operatorAt(cursor)
  if (text !== operator) return false
  cursor.at = end
  return true
}

/** Steps over the text that a sticky pattern matches here, and returns it; empty if there is no match. */
export function takeMatch(cursor: Cursor, sticky: RegExp): string {
  sticky.lastIndex = cursor.at
  const [match = ''] = sticky.exec(cursor.text) ?? []
  cursor.at += match.length
  return match
}

const COMMENT = /#[^\n]*/y

/** Skips spaces, tabs, line continuations and a comment, up to the next token or the end of the line. */
export function skipBlanks(cursor: Cursor): void {
  for (let next = peek(cursor); next === ' ' || next === '\t'; next = peek(cursor)) cursor.at++
  if (peek(cursor) === '#') takeMatch(cursor, COMMENT)
}
