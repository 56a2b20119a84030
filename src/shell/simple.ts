import { words } from '../ledger/lazy.ts'
import { type Cursor, operatorAt, peek, refuseToken, skipBlanks, takeMatch } from './cursor.ts'
import { expectBody } from './heredocs.ts'
import type { Assignment, Part, Redirection, Simple, Word } from './syntax.ts'
import { bareText, readWord } from './words.ts'

/** Reads assignments, words and redirections up to an operator. Returns null if there are none. */
export function readSimple(cursor: Cursor): Simple | null {
  const at = cursor.at
  const simple: Simple = { kind: 'simple', assignments: [], words: [], redirections: [], at: cursor.base + at, end: 0 }
  let end = at
  while (readRedirection(cursor, simple.redirections) || readNextWord(cursor, simple)) {
    end = cursor.at
    skipBlanks(cursor)
  }
  simple.end = cursor.base + end
  return end === at ? null : simple
}

/** Reads the redirections after a compound command. */
export function readRedirections(cursor: Cursor): Redirection[] {
  const redirections: Redirection[] = []
  skipBlanks(cursor)
  while (readRedirection(cursor, redirections)) skipBlanks(cursor)
  return redirections
}

const DECLARING: ReadonlySet<string | null> = new Set(['declare', 'typeset', 'local', 'export', 'readonly'])

function readNextWord(cursor: Cursor, simple: Simple): boolean {
  const [first] = simple.words
  const assigns = first === undefined || DECLARING.has(bareText(first.parts))
  const word = readWord(cursor, assigns ? 'assignment' : 'argument')
  if (word === null) return false
  const assignment = first === undefined ? assignmentIn(word) : null
  if (assignment === null) simple.words.push(word)
  else simple.assignments.push(assignment)
  return true
}

const DESCRIPTOR_START = /[\d{]/
const DESCRIPTOR = /(?:\d+|\{[A-Za-z_]\w*\})(?=[<>])/y
const REDIRECTING = words('< > << >> <<- <<< <& >& <> >| &> &>>')

function readRedirection(cursor: Cursor, redirections: Redirection[]): boolean {
  const from = cursor.at
  if (DESCRIPTOR_START.test(peek(cursor))) takeMatch(cursor, DESCRIPTOR)
  const { text: operator, end } = operatorAt(cursor)
  if (!REDIRECTING.has(operator) || isProcess(cursor, operator, end)) {
    cursor.at = from
    return false
  }
  cursor.at = end
  skipBlanks(cursor)
  const redirection = { operator, target: readWord(cursor) ?? refuseToken(cursor), body: null }
  redirections.push(redirection)
  if (operator === '<<' || operator === '<<-') expectBody(cursor, redirection)
  return true
}

/** `<(…)` is a word, not a redirection; in `< <(…)`, the space separates the two. */
const isProcess = (cursor: Cursor, operator: string, end: number): boolean =>
  operator.length === 1 && peek(cursor) === operator && cursor.text[end] === '('

const ASSIGNED = /^([A-Za-z_]\w*)(\[[^\]]*\])?(\+?)=/
const SUBSCRIPTED = /^[A-Za-z_]\w*\[/

/** Returns the assignment that a word makes, or null. The part before the `=` must not be quoted. */
function assignmentIn(word: Word): Assignment | null {
  const [first] = word.parts
  if (first?.kind !== 'text' || first.quoted) return null
  if (!first.text.includes('=') && !first.text.includes('[')) return null
  const [head = '', name = '', subscript, plus] = ASSIGNED.exec(first.text) ?? []
  if (head !== '') {
    const parts: Part[] = [{ ...first, text: first.text.slice(head.length) }, ...word.parts.slice(1)]
    const key = subscript === undefined ? null : [{ ...first, text: subscript }]
    return { name, append: plus === '+', subscript: key, value: { ...word, parts } }
  }
  return SUBSCRIPTED.test(first.text) ? subscriptedIn(word) : null
}

/** `a[$i]=x`: the bracket closes in a later part. */
function subscriptedIn(word: Word): Assignment | null {
  const close = word.parts.findIndex((part) => part.kind === 'text' && !part.quoted && /\]\+?=/.test(part.text))
  const part = word.parts[close]
  if (part?.kind !== 'text') return null
  const end = part.text.indexOf('=') + 1
  const name = /^\w+/.exec(bareText(word.parts.slice(0, 1)) ?? '')?.[0] ?? ''
  const parts: Part[] = [{ ...part, text: part.text.slice(end) }, ...word.parts.slice(close + 1)]
  const append = part.text[end - 2] === '+'
  return { name, append, subscript: word.parts.slice(0, close + 1), value: { ...word, parts } }
}
