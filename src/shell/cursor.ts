import { LIMITS, Refusal, type Why } from './limits.ts'
import type { List, Redirection } from './syntax.ts'

/** Where a parser stands in a text. Words hold commands and commands hold words, so each hands on how to read the other. */
export type Cursor = {
  readonly text: string
  at: number
  depth: number
  /** Where the text stands in the one that was asked about; nonzero in backticks and heredocs. */
  readonly base: number
  /** Heredocs whose bodies begin after this line. */
  readonly heredocs: Heredoc[]
  /** How many commands and words (each expansion in one counts too) may still be read, here and in what is inside. */
  readonly left: Left
  /** The operator that was looked at last, since many ask what stands in the same place. */
  operator: Operator
  /** Reads commands up to something that does not begin one. */
  readonly readList: (cursor: Cursor) => List
}

export type Left = { commands: number; words: number }

type Operator = { text: string; at: number; end: number }

export type Heredoc = { redirection: Redirection; delimiter: string; quoted: boolean; tabs: 'kept' | 'stripped' }

const NOT_LOOKED: Operator = { text: '', at: -1, end: -1 }

/** A cursor at the start of a text. `base` and `depth` say where in another it was found. */
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

/** A cursor at the start of another text, within the limits of this one. */
export const inner = (cursor: Cursor, text: string): Cursor =>
  cursorAt(text, { ...cursor, base: cursor.base + cursor.at })

/** Ends the reading here. */
export function refuse(cursor: Cursor, why: Why): never {
  throw new Refusal(why, cursor.base + Math.min(cursor.at, cursor.text.length))
}

/** Something unexpected stands here; at the end of the text, that is what is unexpected. */
export function refuseToken(cursor: Cursor): never {
  refuse(cursor, peek(cursor) === '' ? 'unexpected-end' : 'unexpected-token')
}

/** Counts what is read, and ends the reading where it is too much. */
export function count(cursor: Cursor, what: keyof Left): void {
  if (--cursor.left[what] < 0) refuse(cursor, 'too-many')
}

/** Reads something that may hold itself. */
export function nested<T>(cursor: Cursor, read: () => T): T {
  if (++cursor.depth > LIMITS.depth) refuse(cursor, 'too-deep')
  const result = read()
  cursor.depth--
  return result
}

/** The next character, past any line continuation; empty at the end. */
export function peek(cursor: Cursor): string {
  cursor.at = pastContinuations(cursor.text, cursor.at)
  return cursor.text.charAt(cursor.at)
}

/** Where a text goes on behind the line continuations at this place. */
export function pastContinuations(text: string, at: number): number {
  let next = at
  while (text.charCodeAt(next) === 92 && text.charCodeAt(next + 1) === 10) next += 2
  return next
}

const OPERATORS: ReadonlySet<string> = new Set(
  '& && | || |& ; ;; ;& ;;& ( ) < > << >> <<- <<< <& >& <> >| &> &>>'.split(' '),
)

/** The operator that begins here, the longest that fits, or an empty one. */
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

/** Steps over an operator if it is the one that stands here. */
export function take(cursor: Cursor, operator: string): boolean {
  const { text, end } = operatorAt(cursor)
  if (text !== operator) return false
  cursor.at = end
  return true
}

/** The text from here that a sticky pattern matches, stepped over; empty where it matches nothing. */
export function takeMatch(cursor: Cursor, sticky: RegExp): string {
  sticky.lastIndex = cursor.at
  const [match = ''] = sticky.exec(cursor.text) ?? []
  cursor.at += match.length
  return match
}

const COMMENT = /#[^\n]*/y

/** Steps over blanks, continuations and a comment, up to the next token or the end of the line. */
export function skipBlanks(cursor: Cursor): void {
  for (let next = peek(cursor); next === ' ' || next === '\t'; next = peek(cursor)) cursor.at++
  if (peek(cursor) === '#') takeMatch(cursor, COMMENT)
}
