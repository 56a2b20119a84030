import type { SightingAt } from '../../session/sighting.ts'
import { type Call, stepsOf } from '../../session/state.ts'
import type { SeenSession } from './outcome.ts'

/**
 * True if nothing that the agent started can have changed files between two sightings: no call, no subagent, no validator
 * that runs the project's code, and nothing that an earlier call may have left running.
 */
export function isOutside(seen: SeenSession, from: SightingAt, to: SightingAt): boolean {
  return !stepsOf(seen.session).some((step) => {
    switch (step.kind) {
      case 'call':
        return isRunning(step, seen, from, to) || isUnseenBetween(step, seen, from, to)
      case 'agent':
        return step.seq < to.seq && (step.stoppedAt === null || step.stoppedAt > from.at)
      case 'validation':
        return step.seq > from.seq && step.seq < to.seq && step.reused === null
      default:
        return false
    }
  })
}

/** True if the call may have changed files and had not ended at the first sighting, or may have left something running. */
const isRunning = (call: Call, seen: SeenSession, from: SightingAt, to: SightingAt): boolean =>
  call.seq < to.seq && ((endOf(call) > from.seq && seen.mayChange(call)) || seen.mayOutlast(call))

/** A call that only the transcript shows may have run at any time before it was found. */
function isUnseenBetween(call: Call, seen: SeenSession, from: SightingAt, to: SightingAt): boolean {
  const turn = seen.session.turns.findLast(({ seq }) => seq < call.seq)?.seq ?? 0
  return call.isUnseen && call.seq > from.seq && turn < to.seq && seen.mayChange(call)
}

/** The seq at which the call was known to have ended. A call without an end may still be running. */
function endOf({ seq, denied, end, task }: Call): number {
  if (denied !== null) return seq
  if (end === null) return Number.POSITIVE_INFINITY
  if (end.status === 'running') return task?.seq ?? Number.POSITIVE_INFINITY
  return end.seq
}
