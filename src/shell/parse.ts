import { readCompound, readFunctionBody, reservedAt, skipLines } from './compound.ts'
import {
  type Cursor,
  count,
  cursorAt,
  type Left,
  nested,
  operatorAt,
  peek,
  refuse,
  refuseToken,
  skipBlanks,
  take,
  takeMatch,
} from './cursor.ts'
import { LIMITS, Refusal, refusing, type Unparsable } from './limits.ts'
import { readRedirections, readSimple } from './simple.ts'
import { readWhole } from './substitutions.ts'
import type { AndOr, Command, Compound, List, Pipeline, Simple } from './syntax.ts'
import { bareText } from './words.ts'

const UNLIMITED: Left = { commands: Number.POSITIVE_INFINITY, words: Number.POSITIVE_INFINITY }
const WALKED: Left = { commands: LIMITS.visits, words: LIMITS.words }

/** Parses shell code as the shell would before running any of it, or returns the reason why it cannot. */
export function parseShell(text: string): { kind: 'parsed'; list: List } | Unparsable {
  return refusing(() => ({ kind: 'parsed' as const, list: parseOutermost(text, UNLIMITED) }))
}

// No shell passes a NUL on. The others are Unicode noncharacters; `unknowns.ts` needs them to be unused.
const BAD_CHARACTER = /[\0\uFDD0-\uFDEF]/

/** Like `parseShell`, but throws a `Refusal`. By default, also refuses more code than a walk may visit. */
export function parseOutermost(text: string, left: Left = WALKED): List {
  const bad = text.length > LIMITS.textLength ? -1 : text.search(BAD_CHARACTER)
  if (bad >= 0) throw new Refusal('bad-character', bad)
  return parseList(text, 0, 0, left)
}

/** Parses nested code, as in `sh -c`. `base` and `depth` place it in the outermost source. Throws a `Refusal`. */
export function parseList(text: string, base: number, depth: number, left: Left = WALKED): List {
  if (text.length > LIMITS.textLength) throw new Refusal('too-long', base)
  return readWhole(cursorAt(text, { base, depth, left: { ...left }, readList }))
}

const CLOSING: ReadonlySet<string> = new Set(['then', 'elif', 'else', 'fi', 'do', 'done', 'esac', '}'])

/** Reads commands until something that cannot start one. Every construct that contains commands ends up here. */
function readList(cursor: Cursor): List {
  const list: List = []
  for (skipLines(cursor); !endsList(cursor); skipLines(cursor)) {
    const andOr = readAndOr(cursor)
    list.push(andOr)
    andOr.background = take(cursor, '&')
    if (!andOr.background && !take(cursor, ';') && peek(cursor) !== '\n') break
  }
  return list
}

function endsList(cursor: Cursor): boolean {
  const { text } = operatorAt(cursor)
  return (
    peek(cursor) === '' || text === ')' || text.startsWith(';;') || text === ';&' || CLOSING.has(reservedAt(cursor))
  )
}

function readAndOr(cursor: Cursor): AndOr {
  const at = cursor.base + cursor.at
  const pipelines = [readPipeline(cursor)]
  const joins: ('&&' | '||')[] = []
  for (;;) {
    const join = take(cursor, '&&') ? '&&' : take(cursor, '||') ? '||' : null
    if (join === null) break
    joins.push(join)
    skipLines(cursor)
    pipelines.push(readPipeline(cursor))
  }
  return { pipelines, joins, background: false, at, end: pipelines.at(-1)?.end ?? at }
}

const BEFORE_PIPELINE = /(?:!|time(?:[ \t]+-p)?(?:[ \t]+--)?)(?=[ \t\n;&|()<>]|$)/y

function readPipeline(cursor: Cursor): Pipeline {
  const at = cursor.base + cursor.at
  const before = '!t'.includes(peek(cursor)) ? readBeforePipeline(cursor) : 'nothing'
  const negated = before === 'negation'
  // `time` and `!` may appear alone.
  if (before !== 'nothing' && endsPipeline(cursor)) {
    return { commands: [], negated, at, end: cursor.base + cursor.at }
  }
  const commands = [readCommand(cursor)]
  while (take(cursor, '|') || take(cursor, '|&')) {
    skipLines(cursor)
    commands.push(readCommand(cursor))
  }
  return { commands, negated, at, end: commands.at(-1)?.end ?? at }
}

function readBeforePipeline(cursor: Cursor): 'nothing' | 'time' | 'negation' {
  let negations = 0
  let words = 0
  for (let word = takeMatch(cursor, BEFORE_PIPELINE); word !== ''; word = takeMatch(cursor, BEFORE_PIPELINE)) {
    words++
    if (word === '!') negations++
    skipBlanks(cursor)
  }
  if (words === 0) return 'nothing'
  return negations % 2 === 1 ? 'negation' : 'time'
}

const endsPipeline = (cursor: Cursor): boolean =>
  ['', '\n'].includes(peek(cursor)) || [';', '&', ')', '&&', '||', ';;'].includes(operatorAt(cursor).text)

function readCommand(cursor: Cursor): Command {
  count(cursor, 'commands')
  if (CLOSING.has(reservedAt(cursor))) refuse(cursor, 'unexpected-token')
  const command = readCompound(cursor, readCommand) ?? readSimple(cursor) ?? refuseToken(cursor)
  if (command.kind !== 'simple' || peek(cursor) !== '(') return command
  return nested(cursor, () => readNamedFunction(cursor, command))
}

/** `name () body`. Only the parentheses reveal that the words before them were not a command. */
function readNamedFunction(cursor: Cursor, { words, assignments, redirections, at }: Simple): Compound {
  const [word] = words
  if (word === undefined || words.length > 1 || assignments.length + redirections.length > 0) refuseToken(cursor)
  cursor.at++
  skipBlanks(cursor)
  if (!take(cursor, ')')) refuseToken(cursor)
  const body = readFunctionBody(cursor, bareText(word.parts) ?? '', readCommand)
  return { ...body, redirections: readRedirections(cursor), at, end: cursor.base + cursor.at } as Compound
}
