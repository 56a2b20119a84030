import { type ClaimFinding, isBlocking, type Judgement } from '../../claims/finding.ts'
import { causeOf } from '../../claims/messages.ts'
import type { TurnVerdict } from '../../session/state.ts'

/** Findings that are not the agent's fault block a turn only once. */
const ONCE: readonly string[] = ['VALIDATION_UNFINISHED', 'WORKSPACE_UNKNOWN']

/** Findings that block a turn once; if they still stand after that, it ends `open`. */
const THEN_OPEN: readonly string[] = ['TESTS_WEAKENED']

/** Evidence that a background task could still bring. A check that ran and failed is decided, whatever else runs. */
const MAY_COME: readonly string[] = ['NOT_RUN', 'STALE', 'VALIDATION_UNFINISHED', 'WORKSPACE_UNKNOWN']
/** Failures that say that a call was not seen, which a running call may still change. */
const MAY_BE_SEEN: readonly string[] = ['NOT_OBSERVED', 'NOT_ATTEMPTED']

/**
 * `blocks`: how often the turn was blocked. `wasOnce`: it was blocked before because the gate could not judge. `mayWait`: a
 * background task is running for which no turn has waited, and this turn has not waited yet. `isKnown`: the turn was blocked
 * before with everything in it that is open now. `hasAgent`: a subagent still works.
 */
export type Spent = {
  blocks: number
  budget: number
  wasOnce: boolean
  mayWait: boolean
  isKnown: boolean
  hasAgent?: true
}

/** The verdict on a turn. */
export function verdictOf({ findings, notes }: Judgement, spent: Spent): TurnVerdict {
  const { blocks, budget, wasOnce, mayWait, isKnown, hasAgent } = spent
  const blocking = findings.filter(isBlocking)
  if (findings.some(isRunning) && blocking.every(isRunning)) return 'checking'
  if (blocking.length === 0) {
    const end = endOf({ findings, notes })
    return end === 'earned' && hasAgent === true ? 'waiting' : end
  }
  if (mayWait && blocking.every(mayCome)) return 'waiting'
  if (blocking.every(isThenOpen) && (isKnown || blocks >= budget)) return 'open'
  if (wasOnce && isOwnFault(blocking)) return 'unsupervised'
  return blocks >= budget ? 'capped' : 'blocked'
}

/** The verdict on a turn that nothing blocks. */
function endOf({ findings, notes }: Judgement): TurnVerdict {
  const has = (code: string): boolean => notes.some((note) => note.code === code)
  if (has('RED')) return 'red'
  // Before the gaps: nothing was run, so a gap must not let the rest of the work go.
  if (has('ASKED')) return 'asking'
  if (has('GAP')) return 'open'
  if (findings.length > 0) return 'warned'
  return has('EARNED') ? 'earned' : 'unclaimed'
}

const mayCome = (finding: ClaimFinding): boolean =>
  MAY_COME.includes(finding.code) || (finding.code === 'FAILED' && MAY_BE_SEEN.includes(causeOf(finding).code))

const isThenOpen = ({ code }: { code: string }): boolean => THEN_OPEN.includes(code)

const isRunning = ({ code }: { code: string }): boolean => code === 'CHECKING'

const UNBLOCKED: Spent = { blocks: 0, budget: 0, wasOnce: false, mayWait: false, isKnown: true }

/** The verdict on a turn that has already ended, once its checks in the background have: nothing can be blocked any more. */
export function settledVerdict(judgement: Judgement): TurnVerdict {
  const blocking = judgement.findings.filter(isBlocking)
  if (blocking.length === 0) return verdictOf(judgement, UNBLOCKED)
  if (blocking.every(isThenOpen)) return 'open'
  return isOwnFault(blocking) ? 'unsupervised' : 'failed'
}

/** True if a turn is blocked only because the gate could not judge. */
export const isOwnFault = (blocking: readonly { code: string }[]): boolean =>
  blocking.length > 0 && blocking.every(({ code }) => ONCE.includes(code))
