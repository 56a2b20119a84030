import type { TrustState } from './state.ts'

/** A project's own experience with the scores. */
export type OwnRate = {
  /** Recent scored calls. */
  calls: number
  /** Of these, the calls above the threshold that ran without known harm. */
  falseAlarms: number
  /** All calls ever scored whose outcome can be known. */
  outcomes: number
}

/** Below this number of own outcomes a project is cold: scores only flag. */
export const COLD_OUTCOMES = 200

/** A person is asked only while false alarms are rarer than this. */
export const MAX_FALSE_ALARMS = 0.01

export function ownRateOf({ counts, outcomes }: TrustState): OwnRate {
  const sum = (of: (count: TrustState['counts'][number]) => number): number =>
    counts.reduce((all, one) => all + of(one), 0)
  return { calls: sum(({ scored }) => scored), falseAlarms: sum(({ escalated }) => escalated.length), outcomes }
}

export const isCold = ({ outcomes }: OwnRate): boolean => outcomes < COLD_OUTCOMES

/** The answer to a risky call if the policy does not give one: ask once the project's own false alarms are rare. */
export const automaticAnswer = (rate: OwnRate): 'flag' | 'ask' =>
  !isCold(rate) && rate.falseAlarms < MAX_FALSE_ALARMS * rate.calls ? 'ask' : 'flag'
