import { type Body, OUTCOME_OF } from './facts.ts'
import { onlyPosture } from './masks.ts'
import type { EndCode } from './messages.ts'
import type { RunState } from './state.ts'

/** How a run ended. The posture is the one that was earned; null where none was. */
export type RunResult = Body<'run.ended'> & { stream: string; message: string }

/** What is recorded of the end of a run. Only a termination that was earned has a posture and words. */
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
