import { type Entry, isObject, type Json, type JsonObject } from '../../ledger/kinds.ts'
import { subjectField, subjectOf } from './call-subject.ts'
import { oneLine } from './output.ts'

const VALUE_WIDTH = 60

/** An entry's body in one line: the most important fields for its kind first, then all others. */
export function describe({ kind, body }: Pick<Entry, 'kind' | 'body'>): string {
  const isCall = kind.startsWith('dispatch.') && !Object.hasOwn(TEXTS, kind)
  const { words, rest } = isCall ? dispatchFirst(body) : textFirst(kind, body)
  return [...words, ...Object.entries(rest).flatMap(([key, value]) => field(key, value))].join('  ')
}

/** The first words of the line, and the remaining fields of the body. */
type Described = { words: string[]; rest: JsonObject }

/** The tool, its subject and its result. */
function dispatchFirst({
  tool,
  input = null,
  exit,
  status,
  durationMs,
  output = null,
  ...rest
}: JsonObject): Described {
  const words = [
    oneLine(typeof tool === 'string' ? tool : 'unknown', VALUE_WIDTH),
    oneLine(subjectOf(input, null), VALUE_WIDTH),
    typeof exit === 'number' ? `exit ${exit}` : '',
    typeof status === 'string' ? oneLine(status, VALUE_WIDTH) : '',
    typeof durationMs === 'number' ? `${durationMs} ms` : '',
  ]
  return { words: words.filter((word) => word !== ''), rest: { output, input: leftOf(input), ...rest } }
}

/** The fields of an input apart from its subject. */
function leftOf(input: Json): Json {
  const field = isObject(input) ? subjectField(input) : null
  if (!isObject(input) || field === null) return null
  return Object.fromEntries(Object.entries(input).filter(([key]) => key !== field)) as JsonObject
}

/** The fields that hold text from a person or an agent. */
const TEXTS: { readonly [kind: string]: readonly string[] } = {
  'turn.opened': ['prompt'],
  'dispatch.scored': ['route'],
  'notice.received': ['origin', 'text'],
  'stop.reached': ['message'],
  'stop.blocked': ['reason'],
  'stop.failed': ['error', 'message'],
  'verdict.given': ['verdict', 'code'],
  'action.executed': ['action', 'command'],
  'step.malformed': ['why'],
  'run.ended': ['outcome', 'code'],
}

function textFirst(kind: string, body: JsonObject): Described {
  const keys = Object.hasOwn(TEXTS, kind) ? (TEXTS[kind] ?? []) : []
  const isFirst = ([key, value]: [string, Json]): boolean => keys.includes(key) && typeof value === 'string'
  const words = keys.flatMap((key) => (typeof body[key] === 'string' ? [oneLine(body[key], VALUE_WIDTH)] : []))
  return { words, rest: Object.fromEntries(Object.entries(body).filter((one) => !isFirst(one))) }
}

/** Objects whose fields are shown one by one, without the object's name. */
const OPENED = ['input', 'output', 'rest', 'action', 'belief']

/** Shows one field, cut on its own: a long command must not hide its exit code. Empty fields are left out. */
function field(key: string, value: Json): string[] {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return []
  if (isObject(value) && OPENED.includes(key)) {
    return Object.entries(value).flatMap(([inner, one]) => field(inner, one as Json))
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return [`${oneLine(key, VALUE_WIDTH)}=${oneLine(text, VALUE_WIDTH)}`]
}
