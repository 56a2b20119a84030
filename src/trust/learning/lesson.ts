import type { Lesson, OutcomeLearnt } from '../facts.ts'
import { isHarm } from '../outcome.ts'
import type { Parameters } from '../parameters.ts'
import type { Category } from '../patterns.ts'
import { livePatterns, type Pattern, type TrustState } from '../state.ts'
import type { Change, KeptCall } from './change.ts'
import type { Comparison } from './near.ts'
import { isFlood, isSurge } from './recent.ts'

/** A call whose outcome is known, and what it would be for if it is harmful. */
export type Experience = Pick<OutcomeLearnt, 'stream' | 'turn' | 'outcome' | 'score' | 'isAbove'> & {
  call: KeptCall
  categories: readonly Category[]
  /** The score by the pack alone: exemplars of the project cannot lower it step by step. */
  packScore: number | null
}

/** The lesson of an outcome. */
export type Taught = { lesson: Lesson; changes: Change[] }

/** Calls this similar are the same. */
const SAME = 0.9
/** Harm to a call this similar confirms a candidate. */
const MATCH = 0.7
/** A call this similar says something about a pattern or an exemplar. */
const LIKE = 0.5

/** One incident teaches at most this many patterns. */
const PATTERNS_PER_TURN = 3

/** Limits for each 1,000 calls. */
const LIMIT_CALLS = 1_000
const MAX_PATTERNS = 50
/** Exemplars and doubts together. */
const MAX_RELAXED = 20

const MAX_LIVE = 1_000

/** A call above this score is no exemplar, whoever calls it fine. */
const MAX_EXEMPLAR_SCORE = 0.75

/** Nor is one that the pack alone scores above this: exemplars of the project must not lower it step by step. */
const MAX_PACK_SCORE = 0.85

/** Harm of these kinds is seldom noticed, so "fine" says little. */
const SENSITIVE: readonly Category[] = ['credential_access', 'exfiltration', 'prompt_injected_tool_call']

/** The share left of a pattern's weight after somebody found a similar call fine. */
const DOUBT = 0.5

/** A pattern below this weight is archived. */
export const MIN_WEIGHT = 0.2

/** Decides what a project learns from an outcome. Patterns come from harm alone, exemplars from false alarms alone. */
export function lessonOf(seen: Experience, state: TrustState, comparison: Comparison, parameters: Parameters): Taught {
  if (!isHarm(seen.outcome)) return fromFine(seen, state, comparison, parameters)
  if (!parameters.harms.includes(seen.outcome)) return nothing('not-harm')
  if (isFlood(state, seen.outcome)) return nothing('flood')
  if (seen.outcome === 'rollback' && !isConfirming(seen, state, comparison, parameters)) return nothing('unconfirmed')
  const { lesson, changes } = fromHarm(seen, state, comparison, parameters)
  return { lesson, changes: [...changes, ...contradicted(seen, state, comparison)] }
}

/** True if a person's undo repeats what the pack or another outcome says. People undo good work too, so alone it says nothing. */
function isConfirming(
  { call, packScore }: Experience,
  state: TrustState,
  comparison: Comparison,
  { mapping }: Parameters,
): boolean {
  if ((packScore ?? 0) >= mapping.elevated) return true
  const others = [
    ...Object.values(state.patterns).filter(({ outcome }) => outcome !== 'rollback'),
    ...Object.values(state.candidates),
  ]
  return comparison.nearest(call, others, MATCH) !== null
}

const nothing = (lesson: Lesson): Taught => ({ lesson, changes: [] })

function fromHarm(seen: Experience, state: TrustState, comparison: Comparison, { mapping }: Parameters): Taught {
  const { call, stream, turn, outcome } = seen
  const same = comparison.nearest(call, Object.values(state.patterns), SAME)?.kept
  if (same !== undefined) return again(same, state)
  const learnt = Object.values(state.patterns)
  // By kind of harm: calls that checks deny must not use up what a person's no may teach.
  const fromTurn = learnt.filter((one) => one.stream === stream && one.turn === turn && one.outcome === outcome)
  if (fromTurn.length >= PATTERNS_PER_TURN) return nothing('cooldown')
  if (learnt.filter(({ addedAt }) => addedAt > state.calls - LIMIT_CALLS).length >= MAX_PATTERNS)
    return nothing('limit')
  const category = seen.categories[0] ?? 'destructive'
  const added: Change = { kind: 'pattern.added', call, category }
  // A check may deny a call before it is scored.
  if ((seen.score ?? seen.packScore ?? 0) >= mapping.elevated)
    return { lesson: 'pattern', changes: [added, ...evicted(state)] }
  const others = Object.values(state.candidates).filter((one) => one.stream !== stream || one.turn !== turn)
  const confirmed = comparison.nearest(call, others, MATCH)?.kept
  if (confirmed === undefined) return { lesson: 'unconfirmed', changes: [{ kind: 'candidate.added', call }] }
  return {
    lesson: 'pattern',
    changes: [added, { kind: 'candidate.dropped', id: confirmed.id }, ...evicted(state)],
  }
}

/** Harm brings a pattern back to its full weight. */
function again({ id, weight }: Pattern, state: TrustState): Taught {
  if (weight === 1) return nothing('known')
  const weighed: Change = { kind: 'pattern.weighed', id, weight: 1 }
  if (weight > 0) return { lesson: 'known', changes: [weighed] }
  return { lesson: 'revived', changes: [weighed, ...evicted(state)] }
}

/** Archives the pattern that was matched longest ago if there are too many. */
function evicted(state: TrustState): Change[] {
  const live = livePatterns(state)
  if (live.length < MAX_LIVE) return []
  const [oldest] = live.sort((a, b) => a.matchedAt - b.matchedAt)
  return oldest === undefined ? [] : [{ kind: 'pattern.weighed', id: oldest.id, weight: 0 }]
}

/** Drops the exemplars that harm has just contradicted. */
function contradicted({ call }: Experience, { exemplars }: TrustState, comparison: Comparison): Change[] {
  return Object.values(exemplars)
    .filter((one) => comparison.nearest(call, [one], LIKE) !== null)
    .map(({ id }) => ({ kind: 'exemplar.dropped', id }))
}

function fromFine(seen: Experience, state: TrustState, comparison: Comparison, parameters: Parameters): Taught {
  const { call, score, packScore, isAbove, categories } = seen
  if (!isAbove || score === null) return nothing('ordinary')
  if (isSurge(state, parameters)) return nothing('surge')
  if (
    score > MAX_EXEMPLAR_SCORE ||
    (packScore ?? 1) > MAX_PACK_SCORE ||
    categories.slice(0, 1).some((one) => SENSITIVE.includes(one))
  )
    return nothing('sensitive')
  const recent = state.relaxed.filter(({ at }) => at > state.calls - LIMIT_CALLS)
  if (recent.length >= MAX_RELAXED) return nothing('limit')
  const doubted = comparison.nearest(call, livePatterns(state), LIKE)?.kept
  if (doubted !== undefined) {
    // One person's word about one incident is one doubt.
    const isDoubted = state.relaxed.some(
      ({ id, stream, turn }) => id === doubted.id && stream === seen.stream && turn === seen.turn,
    )
    if (isDoubted) return nothing('cooldown')
    const weight = doubted.weight * DOUBT
    return {
      lesson: 'doubt',
      changes: [{ kind: 'pattern.weighed', id: doubted.id, weight: weight < MIN_WEIGHT ? 0 : weight }],
    }
  }
  if (comparison.nearest(call, Object.values(state.exemplars), SAME) !== null) return nothing('known')
  return { lesson: 'exemplar', changes: [{ kind: 'exemplar.added', call }] }
}
