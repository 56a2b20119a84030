import { isBlocking, type Judgement } from '../claims/judge.ts'

/**
 * How a turn ended, as far as its words go. These names are stable.
 * - `unclaimed`: nothing was claimed that would need evidence.
 * - `earned`: everything that was claimed is supported.
 * - `warned`: something is not, and is only warned about.
 * - `blocked`: something is not, and the agent goes on.
 * - `capped`: something is not, and the turn was held back as often as it may be.
 * - `waiting`: something is not, and tasks in the background still run that may see to it.
 * - `unsupervised`: the gate could not judge, and let go.
 */
export const TURN_VERDICTS = ['unclaimed', 'earned', 'warned', 'blocked', 'capped', 'waiting', 'unsupervised'] as const
export type TurnVerdict = (typeof TURN_VERDICTS)[number]

/** What is not the agent's fault holds a turn back once. */
const ONCE: readonly string[] = ['VALIDATION_UNFINISHED', 'WORKSPACE_UNKNOWN']

/**
 * `blocks`: how often the turn was held back; `wasOnce`: once already for a reason of the gate's own; `mayWait`: something
 * still runs in the background, and the turn has not been let go for that before.
 */
export type Spent = { blocks: number; budget: number; wasOnce: boolean; mayWait: boolean }

/** What becomes of a turn. */
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

/** Whether all that holds a turn back is that the gate could not tell. */
export const isOwnFault = (blocking: readonly { code: string }[]): boolean =>
  blocking.length > 0 && blocking.every(({ code }) => ONCE.includes(code))
