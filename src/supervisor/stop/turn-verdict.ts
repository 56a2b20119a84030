import { isBlocking, type Judgement } from '../../claims/judge.ts'
import type { TurnVerdict } from '../../session/state.ts'

/** Findings that are not the agent's fault block a turn only once. */
const ONCE: readonly string[] = ['VALIDATION_UNFINISHED', 'WORKSPACE_UNKNOWN']

/**
 * `blocks`: how often the turn was blocked. `wasOnce`: it was blocked before because the gate could not judge. `mayWait`: a
 * background task is running, and the turn has not been allowed to end for that reason before.
 */
export type Spent = { blocks: number; budget: number; wasOnce: boolean; mayWait: boolean }

/** The verdict on a turn. */
export function verdictOf({ findings, notes }: Judgement, spent: Spent): TurnVerdict {
  const { blocks, budget, wasOnce, mayWait } = spent
  const blocking = findings.filter(isBlocking)
  if (blocking.length === 0) {
    if (findings.length > 0) return 'warned'
    return notes.some(({ code }) => code === 'EARNED') ? 'earned' : 'unclaimed'
  }
  if (mayWait) return 'waiting'
  if (wasOnce && isOwnFault(blocking)) return 'unsupervised'
  return blocks >= budget ? 'capped' : 'blocked'
}

/** True if a turn is blocked only because the gate could not judge. */
export const isOwnFault = (blocking: readonly { code: string }[]): boolean =>
  blocking.length > 0 && blocking.every(({ code }) => ONCE.includes(code))
