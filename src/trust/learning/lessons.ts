import type { CallsCounted, OutcomeLearnt, TrustFact } from '../facts.ts'
import type { Parameters } from '../parameters.ts'
import { foldTrust, outcomeKey, type TrustState } from '../state.ts'
import { type Experience, lessonOf } from './lesson.ts'
import type { Comparison } from './near.ts'
import { dueRecalibration } from './recalibrate.ts'

/** A call whose outcome was observed. */
export type Observed = Experience & Pick<OutcomeLearnt, 'seq' | 'why'>

/** Starts from a state and adds facts one by one. The state after one fact decides the next. */
export class Lessons {
  readonly facts: TrustFact[] = []
  state: TrustState
  readonly #parameters: Parameters
  readonly #at: string

  constructor(state: TrustState, parameters: Parameters, at: string) {
    this.state = state
    this.#parameters = parameters
    this.#at = at
  }

  add(fact: TrustFact): void {
    this.facts.push(fact)
    const { kind, body } = fact
    this.state = foldTrust(this.state, { seq: this.state.seq + 1, kind, body: body as never, at: this.#at })
  }

  count(body: CallsCounted): void {
    this.add({ kind: 'calls.counted', body })
  }

  /** Returns null if this outcome of this call is known already. */
  observe(seen: Observed, comparison: Comparison): OutcomeLearnt | null {
    const key = outcomeKey(seen)
    if (this.state.outcomes.some((one) => one.key === key)) return null
    const { stream, seq, turn, outcome, why, score, isAbove } = seen
    const { lesson, changes } = lessonOf(seen, this.state, comparison, this.#parameters)
    const body: OutcomeLearnt = { stream, seq, turn, outcome, why, score, isAbove, lesson, changes }
    this.add({ kind: 'outcome.learnt', body })
    return body
  }

  /** Recalibrates if enough calls were counted. */
  recalibrate(): void {
    const body = dueRecalibration(this.state, this.#parameters)
    if (body !== null && (body.by === 'window' || body.changes.length > 0))
      this.add({ kind: 'store.recalibrated', body })
  }
}
