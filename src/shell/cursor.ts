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
  /** Reads commands up to something that does not begin one. */
  readonly readList: (cursor: Cursor) => List
}

export type Heredoc = { redirection: Redirection; delimiter: string; quoted: boolean; tabs: 'kept' | 'stripped' }

/** A cursor at the start of another text, within the limits of this one. */
export const inner = (cursor: Cursor, text: string): Cursor => ({
  ...cursor,
  text,
  at: 0,
  base: cursor.base + cursor.at,
  heredocs: [],
})

/** Ends the reading here. */
export function refuse(cursor: Cursor, why: Why): never {
  throw new Refusal(why, cursor.base + Math.min(cursor.at, cursor.text.length))
}

/** Something unexpected stands here; at the end of the text, that is what is unexpected. */
export function refuseToken(cursor: Cursor): never {
  refuse(cursor, peek(cursor) === '' ? 'unexpected-end' : 'unexpected-token')
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

function pastContinuations(text: string, at: number): number {
  let next = at
  while (text.charCodeAt(next) === 92 && text.charCodeAt(next + 1) === 10) next += 2
  return next
}

const OPERATORS: ReadonlySet<string> = new Set(
  '& && | || |& ; ;; ;& ;;& ( ) < > << >> <<- <<< <& >& <> >| &> &>>'.split(' '),
)

/** The operator that begins here, the longest that fits, or an empty one. */
export function operatorAt(cursor: Cursor): { text: string; end: number } {
  let text = ''
  let end = cursor.at
  for (;;) {
    const at = pastContinuations(cursor.text, end)
    const longer = text + cursor.text.charAt(at)
    if (at >= cursor.text.length || !OPERATORS.has(longer)) return { text, end }
    text = longer
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
  takeMatch(cursor, COMMENT)
}
