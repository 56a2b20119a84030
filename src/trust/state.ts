import type { Entry } from '../ledger/kinds.ts'
import { type CallsCounted, type OutcomeLearnt, readTrustFact, type StoreRecalibrated } from './facts.ts'
import type { Change, KeptCall } from './learning/change.ts'
import { isHarm, type Outcome } from './outcome.ts'
import type { Category } from './patterns.ts'

/** A danger pattern that harm in this project has taught. Weight 0: archived. */
export type Pattern = KeptCall & {
  category: Category
  weight: number
  /** Earlier weights, newest last; 0 is the weight before it was learnt. `bailiff trust undo` goes back to the last one. */
  before: number[]
  /** The turn and the kind of harm that taught it. */
  stream: string
  turn: number
  outcome: Outcome
  /** When it was learnt. */
  at: string
  /** Scored calls at that time, and at the time of its last match or lesson. */
  addedAt: number
  matchedAt: number
}

type Exemplar = KeptCall & { addedAt: number; at: string }
type Candidate = KeptCall & { stream: string; turn: number; at: string }

/** A counted turn, and the calls in it that did harm. These are not in `ran`. */
export type Counted = CallsCounted & { harmful: number[] }

/** An outcome as far as later ones and the metrics need it. */
export type KnownOutcome = { key: string; outcome: Outcome; isAbove: boolean; at: number }

/** A pattern or exemplar that a "fine" outcome changed, in which turn, and after how many calls. */
type Relaxed = { id: string; stream: string; turn: number; at: number }

/** The lessons and counts of a project, folded from its trust stream. Plain data: it is also the snapshot. */
export type TrustState = {
  /** The last entry that is part of the state. */
  seq: number
  /** All calls ever scored. */
  calls: number
  patterns: { [id: string]: Pattern }
  exemplars: { [id: string]: Exemplar }
  candidates: { [id: string]: Candidate }
  /** The latest turns, oldest first, as far back as the longest window reaches. */
  counts: Counted[]
  /** The latest outcomes, oldest first. */
  outcomes: KnownOutcome[]
  /** The latest changes that "fine" outcomes made, oldest first. */
  relaxed: Relaxed[]
  /** The automatic threshold; null if only the administrator's applies. */
  threshold: number | null
  /** The median score at the first recalibration, and the last one. */
  baseline: number | null
  median: number | null
  drift: StoreRecalibrated['drift']
  /** Scored calls at the last recalibration of each kind. */
  movedAt: number
  recalibratedAt: number
  /** The signed recalibrations that were carried out: all of them, so that none is repeated. */
  commands: string[]
}

/** Changes whenever the fold does: a snapshot of another version is folded again from the stream. */
export const FOLD_VERSION = 4

/** Counts reach back this many calls: the longest window that an administrator may set. */
const KEPT_CALLS = 10_000

const MAX_OUTCOMES = 5_000
/** More than the limit on such changes in lesson.ts needs. */
const KEPT_RELAXED = 100
const MAX_UNDO = 10
const MAX_ARCHIVED = 1_000
const MAX_CANDIDATES = 500

export const NEW_STATE: TrustState = {
  seq: 0,
  calls: 0,
  patterns: {},
  exemplars: {},
  candidates: {},
  counts: [],
  outcomes: [],
  relaxed: [],
  threshold: null,
  baseline: null,
  median: null,
  drift: 'none',
  movedAt: 0,
  recalibratedAt: 0,
  commands: [],
}

type CallOfSession = Pick<OutcomeLearnt, 'stream' | 'seq'>

/** Names a call: by its session, and by the seq of its proposal. */
export const callKey = ({ stream, seq }: CallOfSession): string => `${stream} ${seq}`

/** Names an observation: the same call cannot have the same outcome twice. */
export const outcomeKey = (observed: CallOfSession & Pick<OutcomeLearnt, 'outcome'>): string =>
  `${callKey(observed)} ${observed.outcome}`

/** The key of the call that an outcome is about. */
export const callKeyOf = ({ key }: KnownOutcome): string => key.slice(0, key.lastIndexOf(' '))

export const livePatterns = ({ patterns }: TrustState): Pattern[] =>
  Object.values(patterns).filter(({ weight }) => weight > 0)

type Folded = Pick<Entry, 'seq' | 'kind' | 'body' | 'at'>

/** Adds an entry to a state. An entry that is already part of it, or of an unknown kind, changes nothing. */
export function foldTrust(state: TrustState, entry: Folded): TrustState {
  if (entry.seq <= state.seq) return state
  const next = { ...state, seq: entry.seq }
  const fact = readTrustFact(entry)
  switch (fact?.kind) {
    case undefined:
      return next
    case 'calls.counted':
      return withCount(next, fact.body)
    case 'outcome.learnt':
      return withOutcome(next, fact.body, entry.at)
    case 'store.recalibrated':
      return withRecalibration(next, fact.body, entry.at)
    case 'pattern.undone':
      return undone(next, fact.body.id)
  }
}

/** Replaces an earlier count of the same turn: a turn that was blocked is counted again when it ends. */
function withCount(state: TrustState, count: CallsCounted): TrustState {
  // From the end: it is nearly always the last turn that is counted again.
  const at = state.counts.findLastIndex(({ stream, turn }) => stream === count.stream && turn === count.turn)
  const before = state.counts[at]
  const calls = state.calls + Math.max(0, count.scored - (before?.scored ?? 0))
  const counts = state.counts.slice()
  if (at >= 0) counts.splice(at, 1)
  counts.push(withHarm({ ...count, harmful: [] }, before?.harmful ?? []))
  if (calls > KEPT_CALLS) counts.splice(0, unkept(counts))
  const matched = count.matched.filter((id) => Object.hasOwn(state.patterns, id))
  const patterns = matched.length === 0 ? state.patterns : { ...state.patterns }
  for (const id of matched) patterns[id] = { ...(patterns[id] as Pattern), matchedAt: calls }
  return { ...state, calls, patterns, counts }
}

/** The number of turns that are too old. */
function unkept(counts: readonly Counted[]): number {
  let from = counts.length
  for (let kept = 0; from > 0 && kept < KEPT_CALLS; ) kept += counts[--from]?.scored ?? 0
  return from
}

const withHarm = (count: Counted, harmful: readonly number[]): Counted => ({
  ...count,
  ran: count.ran.filter(([seq]) => !harmful.includes(seq)),
  harmful: [...new Set([...count.harmful, ...harmful])],
})

function withOutcome(state: TrustState, observed: OutcomeLearnt, at: string): TrustState {
  const key = outcomeKey(observed)
  if (state.outcomes.some((one) => one.key === key)) return state
  const { stream, turn, seq, outcome, isAbove } = observed
  const isCounted = isHarm(outcome) && observed.lesson !== 'not-harm'
  const counts = isCounted
    ? state.counts.map((one) => (one.stream === stream && one.turn === turn ? withHarm(one, [seq]) : one))
    : state.counts
  const outcomes = [...state.outcomes.slice(1 - MAX_OUTCOMES), { key, outcome, isAbove, at: state.calls }]
  const relaxed =
    outcome === 'fine' ? observed.changes.map((change) => ({ id: idIn(change), stream, turn, at: state.calls })) : []
  const next = { ...state, counts, outcomes, relaxed: [...state.relaxed, ...relaxed].slice(-KEPT_RELAXED) }
  return changed(next, observed.changes, { stream, turn, at, outcome })
}

/** The pattern, candidate or exemplar that a change is about. */
function idIn(change: Change): string {
  if ('call' in change) return change.call.id
  return 'id' in change ? change.id : ''
}

function withRecalibration(state: TrustState, recalibrated: StoreRecalibrated, at: string): TrustState {
  const { calls, by, command, median, drift, changes } = recalibrated
  const next = changed(state, changes, { stream: '', turn: 0, at, outcome: 'fine' })
  if (by === 'calls') return { ...next, movedAt: calls }
  return {
    ...next,
    movedAt: calls,
    recalibratedAt: calls,
    median,
    drift,
    baseline: by === 'command' ? median : (state.baseline ?? median),
    commands: command === null ? state.commands : [...state.commands, command],
  }
}

/** The source of a change: a turn of a session, at a time. */
type Teacher = { stream: string; turn: number; at: string; outcome: Outcome }

/** The parts that changes are about, copied once for all changes: a recalibration may weigh a thousand patterns. */
type Learnt = { patterns: Map<string, Pattern>; exemplars: Map<string, Exemplar>; candidates: Map<string, Candidate> }

function changed(state: TrustState, changes: readonly Change[], by: Teacher): TrustState {
  if (changes.length === 0) return state
  const learnt: Learnt = {
    patterns: new Map(Object.entries(state.patterns)),
    exemplars: new Map(Object.entries(state.exemplars)),
    candidates: new Map(Object.entries(state.candidates)),
  }
  let { threshold } = state
  for (const change of changes) {
    if (change.kind === 'threshold.moved') threshold = change.to
    else apply(change, learnt, by, state.calls)
  }
  forgetArchived(learnt.patterns)
  return {
    ...state,
    threshold,
    patterns: Object.fromEntries(learnt.patterns),
    exemplars: Object.fromEntries(learnt.exemplars),
    candidates: Object.fromEntries([...learnt.candidates].slice(-MAX_CANDIDATES)),
  }
}

type Learning = Exclude<Change, { kind: 'threshold.moved' }>

function apply(change: Learning, { patterns, exemplars, candidates }: Learnt, by: Teacher, calls: number): void {
  switch (change.kind) {
    case 'pattern.added': {
      const { category, call } = change
      if (patterns.has(call.id)) return
      patterns.set(call.id, { ...call, category, weight: 1, before: [0], ...by, addedAt: calls, matchedAt: calls })
      return
    }
    case 'pattern.weighed': {
      const pattern = patterns.get(change.id)
      if (pattern !== undefined) patterns.set(change.id, weighed(pattern, change.weight, calls))
      return
    }
    case 'candidate.added':
      // The newest is the last one, also if it is known already.
      candidates.delete(change.call.id)
      candidates.set(change.call.id, { ...change.call, ...by })
      return
    case 'candidate.dropped':
      candidates.delete(change.id)
      return
    case 'exemplar.added':
      exemplars.set(change.call.id, { ...change.call, addedAt: calls, at: by.at })
      return
    case 'exemplar.dropped':
      exemplars.delete(change.id)
      return
  }
}

const weighed = ({ weight: last, before, ...pattern }: Pattern, weight: number, calls: number): Pattern => ({
  ...pattern,
  weight,
  before: [...before.slice(1 - MAX_UNDO), last],
  // More weight comes from harm alone: the pattern has just been seen at work.
  ...(weight > last && { matchedAt: calls }),
})

/** Forgets the archived patterns that were matched longest ago, if there are too many. */
function forgetArchived(patterns: Map<string, Pattern>): void {
  const archived = [...patterns.values()].filter(({ weight }) => weight === 0)
  if (archived.length <= MAX_ARCHIVED) return
  archived.sort((a, b) => a.matchedAt - b.matchedAt)
  for (const { id } of archived.slice(0, -MAX_ARCHIVED)) patterns.delete(id)
}

/** Goes back to the weight before the last change. */
function undone(state: TrustState, id: string): TrustState {
  const pattern = Object.hasOwn(state.patterns, id) ? state.patterns[id] : undefined
  if (pattern === undefined) return state
  const { before } = pattern
  const restored = { ...pattern, weight: before.at(-1) ?? 0, before: before.slice(0, -1) }
  return { ...state, patterns: { ...state.patterns, [id]: restored } }
}
