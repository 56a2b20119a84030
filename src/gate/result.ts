import { type Body, OUTCOME_OF } from './facts.ts'
import { onlyPosture } from './masks.ts'
import type { EndCode } from './messages.ts'
import type { RunState } from './state.ts'

/** The result of a run. `posture` is the earned one, or null. */
export type RunResult = Body<'run.ended'> & { stream: string; message: string }

/** Returns the recorded end of a run. Only an earned termination has a posture and free text. */
export function endOf(
  { masks, steps }: RunState,
  { code, why, freeText }: { code: EndCode; why: string | null; freeText: string | null },
  elapsedMs: number,
): Body<'run.ended'> {
  const isEarned = code === 'EARNED'
  return {
    outcome: OUTCOME_OF[code],
    code,
    posture: isEarned ? onlyPosture(masks) : null,
    steps,
    elapsedMs,
    freeText: isEarned ? freeText : null,
    why,
  }
}
