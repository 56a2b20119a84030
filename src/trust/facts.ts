import type { Draft, Entry, Json, JsonObject } from '../ledger/kinds.ts'
import { isObject } from '../ledger/kinds.ts'
import type { Change, KeptCall } from './learning/change.ts'
import { isOutcome, type Outcome } from './outcome.ts'
import { isCategory } from './patterns.ts'

/**
 * The entries of a project's trust stream. Only the harness writes them, and a person with `bailiff trust undo`: no tool
 * and no command of an agent leads here. Readers accept any body, because ledgers outlive versions.
 */

/** The scored calls of one turn. A later count of the same turn replaces it. */
export type CallsCounted = {
  stream: string
  turn: number
  scored: number
  /** Of these, the calls above the threshold. */
  above: number
  /** Of these, the calls that ran: the seq and the score of each. */
  ran: (readonly [seq: number, score: number])[]
  /** The own patterns that a call matched. */
  matched: string[]
}

/** Why an outcome taught something, or why it did not. */
export const LESSONS = {
  pattern: 'learnt as a danger pattern',
  revived: 'an archived pattern is live again',
  exemplar: 'learnt as a benign exemplar',
  doubt: 'a similar pattern counts less',
  known: 'already known',
  unconfirmed: 'looks ordinary: waits for similar harm in another turn',
  cooldown: 'this turn has taught enough',
  limit: 'too many lessons in recent calls',
  flood: 'too many recent calls did harm: nothing is learnt from a flood',
  surge: 'too many recent calls were above the threshold',
  sensitive: 'calls of this kind never become exemplars',
  ordinary: 'was not above the threshold',
  'not-harm': 'the administrator does not count this as harm',
} as const
export type Lesson = keyof typeof LESSONS

/** The outcome of a call, and the lesson that the project learnt from it. */
export type OutcomeLearnt = {
  /** The session and the seq of the proposed call; together with the outcome they name this observation. */
  stream: string
  seq: number
  turn: number
  outcome: Outcome
  why: string
  score: number | null
  isAbove: boolean
  lesson: Lesson
  changes: Change[]
}

export type StoreRecalibrated = {
  /** Scored calls so far. */
  calls: number
  /** `calls`: the threshold follows ordinary calls. `window`: patterns decay too. `command`: an administrator asked for it. */
  by: 'calls' | 'window' | 'command'
  /** The signed command; null unless `by` is `command`. */
  command: string | null
  /** The median score of recent calls; null if there are too few. */
  median: number | null
  drift: 'up' | 'down' | 'none'
  changes: Change[]
}

export type TrustFact =
  | { kind: 'calls.counted'; body: CallsCounted }
  | { kind: 'outcome.learnt'; body: OutcomeLearnt }
  | { kind: 'store.recalibrated'; body: StoreRecalibrated }
  /** A person takes the last change of a pattern's weight back. */
  | { kind: 'pattern.undone'; body: { id: string } }

export const trustDraft = ({ kind, body }: TrustFact): Draft => ({
  kind,
  actor: kind === 'pattern.undone' ? 'user' : 'harness',
  body: body as unknown as JsonObject,
})

/** Returns null for an entry of another kind or with an unusable body. */
export function readTrustFact({ kind, body }: Pick<Entry, 'kind' | 'body'>): TrustFact | null {
  switch (kind) {
    case 'calls.counted':
      return isCounted(body) ? { kind, body: body as unknown as CallsCounted } : null
    case 'outcome.learnt':
      return isObserved(body) ? { kind, body: body as unknown as OutcomeLearnt } : null
    case 'store.recalibrated':
      return isRecalibrated(body) ? { kind, body: body as unknown as StoreRecalibrated } : null
    case 'pattern.undone':
      return typeof body['id'] === 'string' ? { kind, body: { id: body['id'] } } : null
    default:
      return null
  }
}

const isCounted = ({ stream, turn, scored, above, ran, matched }: JsonObject): boolean =>
  typeof stream === 'string' &&
  [turn, scored, above].every(isCount) &&
  isListOf(ran, (one) => Array.isArray(one) && isCount(one[0]) && isShare(one[1])) &&
  isListOf(matched, isText)

const isObserved = ({ stream, seq, turn, outcome, why, score, isAbove, lesson, changes }: JsonObject): boolean =>
  typeof stream === 'string' &&
  [seq, turn].every(isCount) &&
  isOutcome(outcome) &&
  typeof why === 'string' &&
  (score === null || isShare(score)) &&
  typeof isAbove === 'boolean' &&
  typeof lesson === 'string' &&
  Object.hasOwn(LESSONS, lesson) &&
  isListOf(changes, isChange)

const isRecalibrated = ({ calls, by, command, median, drift, changes }: JsonObject): boolean =>
  isCount(calls) &&
  (by === 'calls' || by === 'window' || by === 'command') &&
  (command === null || isText(command)) &&
  (median === null || isShare(median)) &&
  (drift === 'up' || drift === 'down' || drift === 'none') &&
  isListOf(changes, isChange)

function isChange(value: Json): boolean {
  if (!isObject(value)) return false
  switch (value['kind'] as Change['kind']) {
    case 'pattern.added':
      return isKept(value['call']) && isCategory(value['category'])
    case 'candidate.added':
    case 'exemplar.added':
      return isKept(value['call'])
    case 'pattern.weighed':
      return isText(value['id']) && isShare(value['weight'])
    case 'candidate.dropped':
    case 'exemplar.dropped':
      return isText(value['id'])
    case 'threshold.moved':
      return value['to'] === null || isShare(value['to'])
    default:
      return false
  }
}

const isKept = (value: Json | undefined): value is KeptCall =>
  isObject(value) &&
  isText(value['id']) &&
  isText(value['tool']) &&
  value['input'] !== undefined &&
  isText(value['about'])

const isListOf = (value: Json | undefined, isItem: (item: Json) => boolean): boolean =>
  Array.isArray(value) && value.every(isItem)

const isText = (value: unknown): value is string => typeof value === 'string'

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1
