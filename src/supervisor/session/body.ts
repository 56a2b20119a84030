import { type Folds, foldEntry } from '../../ledger/fold.ts'
import { type Entry, isObject, type Json, type JsonObject } from '../../ledger/kinds.ts'
import type { Status } from '../event.ts'
import { kindOf } from '../fact.ts'
import { likeOfEntry } from '../likeness.ts'
import type { Known } from './pairing.ts'
import type { Text } from './state.ts'

/**
 * Reads the bodies of entries as things that may be missing or other than expected: what is recorded outlives the
 * version that wrote it.
 */

export const wordIn = (body: JsonObject, name: string): string | null => {
  const value = body[name]
  return typeof value === 'string' ? value : null
}

export const numberIn = (body: JsonObject, name: string): number | null => {
  const value = body[name]
  return typeof value === 'number' ? value : null
}

export const objectIn = (body: JsonObject, name: string): JsonObject | null => {
  const value = body[name]
  return isObject(value) ? (value as JsonObject) : null
}

export const listIn = (body: JsonObject, name: string): Json[] => {
  const value = body[name]
  return Array.isArray(value) ? value : []
}

/** A text of an entry's body, or of a part of it, wherever it is kept. */
export function textIn({ artifacts }: Pick<Entry, 'artifacts'>, body: JsonObject, name: string): Text | null {
  const value = body[name]
  if (typeof value === 'string') return value
  const stored = isObject(value) ? artifacts.find((one) => one.name === value['artifact']) : undefined
  return stored === undefined ? null : { artifact: stored.name, sha256: stored.sha256, bytes: stored.bytes }
}

const STATUSES: readonly Status[] = ['succeeded', 'failed', 'refused', 'interrupted', 'running', 'unknown']

export const statusIn = (body: JsonObject): Status => STATUSES.find((status) => status === body['status']) ?? 'unknown'

/** What the call of an entry is known by. */
export const knownOf = (entry: Entry): Known => ({
  id: wordIn(entry.body, 'call'),
  tool: wordIn(entry.body, 'tool') ?? 'unknown',
  like: likeOfEntry(entry),
})

/**
 * Where only the raw bytes of an event could be kept, the entry still says what happened. Folds it as that, with
 * everything else unknown.
 */
export const foldInstead =
  <State>(folds: () => Folds<State>) =>
  (state: State, entry: Entry): State => {
    const kind = kindOf(entry)
    return kind === entry.kind ? state : foldEntry(state, { ...entry, kind }, folds())
  }

/** The raw bytes of an event that could not be an entry of its own. */
export const rawOf = (entry: Entry): Text | null =>
  kindOf(entry) === entry.kind ? null : textIn(entry, { raw: { artifact: 'event' } }, 'raw')

const MAX_SAID_CHARS = 1_000

/** The end of what a call printed, errors rather than output: tools print their conclusion last. */
export function saidIn(entry: Entry): Text | null {
  const output = objectIn(entry.body, 'output') ?? {}
  const texts = ['stderr', 'text', 'stdout'].map((name) => textIn(entry, output, name))
  const said = texts.find((text) => text !== null && text !== '') ?? null
  return typeof said === 'string' ? said.slice(-MAX_SAID_CHARS) : said
}
