import { callsIn, lastTurns } from './learning/recent.ts'
import type { Parameters } from './parameters.ts'
import type { TrustState } from './state.ts'

/** A project's own experience with the scores. */
export type OwnRate = {
  /** All calls ever scored. */
  calls: number
  /** Recent scored calls, and of these the high ones that ran without known harm. */
  recent: number
  falseAlarms: number
}

/** Below this number of own calls a project is cold: scores only flag. */
export const COLD_CALLS = 200

/** A person is asked only while false alarms are rarer than this. */
export const MAX_FALSE_ALARMS = 0.01

/** Rates are about this many recent calls. */
const RATE_CALLS = 1_000

export function ownRateOf(state: TrustState, { mapping }: Pick<Parameters, 'mapping'>): OwnRate {
  const turns = lastTurns(state, RATE_CALLS)
  return {
    calls: state.calls,
    recent: callsIn(turns),
    falseAlarms: turns.reduce((sum, { ran }) => sum + ran.filter(([, score]) => score >= mapping.high).length, 0),
  }
}

export const isCold = ({ calls }: OwnRate): boolean => calls < COLD_CALLS

/** The answer to a high risk if the policy does not give one: ask once the project's own false alarms are rare. */
export const automaticAnswer = (rate: OwnRate): 'flag' | 'ask' =>
  !isCold(rate) && rate.falseAlarms < MAX_FALSE_ALARMS * rate.recent ? 'ask' : 'flag'
