import type { CallsCounted, Lesson } from '../facts.ts'
import type { Library } from '../library.ts'
import type { Outcome } from '../outcome.ts'
import type { Pack } from '../pack/format.ts'
import type { Parameters } from '../parameters.ts'
import { routeOf } from '../route.ts'
import { livePatterns, NEW_STATE, type TrustState } from '../state.ts'
import type { Change } from './change.ts'
import { Lessons } from './lessons.ts'
import { matchedIn } from './matched.ts'
import { Comparison } from './near.ts'
import { ownLibrary } from './own-library.ts'
import { commandedRecalibration } from './recalibrate.ts'
import { thresholdIn } from './recent.ts'
import type { Recording } from './recording.ts'

/** One call of a replay. Its score and the threshold are from before its outcome taught anything; `patterns` are live after it. */
export type Step = {
  score: number | null
  threshold: number
  isAbove: boolean
  patterns: number
  lesson: Lesson | null
}

/** A recording has no turns, so this many calls are one. */
const CALLS_PER_TURN = 10

/** Plays recorded calls and their outcomes to a project that has learnt nothing yet. Nothing is written. */
export class Replay {
  state: TrustState = NEW_STATE
  readonly #parameters: Parameters
  readonly #comparison: Comparison
  #own: Library | null = null
  #turn: CallsCounted = turnAt(0)
  #live = 0

  constructor({ space }: Pick<Pack, 'space'>, parameters: Parameters) {
    this.#parameters = parameters
    this.#comparison = new Comparison(space)
  }

  get threshold(): number {
    return thresholdIn(this.state, this.#parameters)
  }

  /** Recalibrates as an administrator would, and forgets what was learnt after that many calls. */
  recalibrate(since: number): void {
    const lessons = new Lessons(this.state, this.#parameters, timeAt(this.state.calls))
    const body = commandedRecalibration(this.state, this.#parameters, { command: 'replay', since: timeAt(since) })
    lessons.add({ kind: 'store.recalibrated', body })
    this.state = lessons.state
    this.#own = ownLibrary(this.state, this.#comparison)
  }

  /** Scores a call, then learns from its outcome; null if nobody observed it. */
  play(recording: Recording, outcome: Outcome | null): Step {
    const risk = recording.riskWith(this.#own, this.#parameters)
    const { score } = risk
    const { threshold } = this
    const isAbove = routeOf(risk, threshold).kind === 'escalate'
    const lessons = new Lessons(this.state, this.#parameters, timeAt(this.state.calls))
    const seq = this.state.calls + 1
    if (this.#turn.scored === CALLS_PER_TURN) this.#turn = turnAt(seq)
    this.#turn = counted(this.#turn, seq, score, isAbove, outcome, matchedIn(risk))
    lessons.count(this.#turn)
    const { stream, turn } = this.#turn
    const { kept: call, categories } = recording
    const packScore = outcome === 'fine' && isAbove ? recording.riskWith(null, this.#parameters).score : score
    // That an ordinary call was fine is no news.
    const observed =
      outcome === null || (outcome === 'fine' && !isAbove)
        ? null
        : lessons.observe(
            { stream, turn, seq, outcome, why: '', score, packScore, isAbove, call, categories },
            this.#comparison,
          )
    lessons.recalibrate()
    if (lessons.state.patterns !== this.state.patterns) this.#live = livePatterns(lessons.state).length
    this.state = lessons.state
    if (lessons.facts.some((fact) => 'changes' in fact.body && fact.body.changes.some(isScored)))
      this.#own = ownLibrary(this.state, this.#comparison)
    return { score, threshold, isAbove, patterns: this.#live, lesson: observed?.lesson ?? null }
  }
}

/** True if a change matters to scores. */
const isScored = ({ kind }: Change): boolean => kind.startsWith('pattern.') || kind.startsWith('exemplar.')

/** A replay has no clock; the number of calls stands for the time. */
const timeAt = (calls: number): string => String(calls).padStart(12, '0')

const turnAt = (turn: number): CallsCounted => ({ stream: 'replay', turn, scored: 0, above: 0, ran: [], matched: [] })

/** A call that a check or a person stopped did not run. */
const didRun = (outcome: Outcome | null): boolean => outcome !== 'violation' && outcome !== 'rejection'

const counted = (
  { ran, matched, ...turn }: CallsCounted,
  seq: number,
  score: number | null,
  isAbove: boolean,
  outcome: Outcome | null,
  found: readonly string[],
): CallsCounted => ({
  ...turn,
  scored: turn.scored + 1,
  above: turn.above + (isAbove ? 1 : 0),
  ran: score === null || !didRun(outcome) ? ran : [...ran, [seq, score]],
  matched: [...new Set([...matched, ...found])],
})
