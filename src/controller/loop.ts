import { setTimeout as sleep } from 'node:timers/promises'
import type { CycleOptions, CycleResult } from './cycle.ts'
import { ControllerError } from './errors.ts'
import { isFailure } from './facts.ts'

export type LoopOptions = {
  /** Time from the end of one cycle to the start of the next. */
  everyMs: number
  /** Ends the loop: at once between cycles and while one observes or decides, and after the effect in hand while it acts. */
  signal?: AbortSignal
  /** Ends the loop after this many cycles. */
  maxCycles?: number
  onCycle?: (result: CycleResult, nextInMs: number | null) => void
  /** A number from 0 to 1, for jitter; default: random. */
  random?: () => number
}

/** The pause is up to a tenth longer or shorter, so that many controllers do not run in step. */
const JITTER = 0.1

/** After failures the pause doubles, up to 2 to this power. */
const MAX_DOUBLINGS = 5

/** No pause is longer than a day. */
export const MAX_PAUSE_MS = 24 * 3600_000

/**
 * Runs cycles until the signal aborts. Failures make the pauses longer; the first success makes them normal again. A success
 * that has to be repeated at once, because nothing shows its effect, counts as a failure.
 */
export async function runLoop(
  controller: Cycling,
  { everyMs, signal, maxCycles = Number.POSITIVE_INFINITY, onCycle, random = Math.random }: LoopOptions,
): Promise<CycleResult | null> {
  let last: CycleResult | null = null
  let failures = 0
  let before: string | null = null
  for (let n = 1; n <= maxCycles && signal?.aborted !== true; n++) {
    const ran = await nextOf(controller, signal)
    if (ran === null) {
      await pause(everyMs, signal)
      continue
    }
    last = ran
    const done = workOf(last)
    failures = hasFailed(last, done, before) ? failures + 1 : 0
    before = done
    const isLast = n >= maxCycles || isAborted(signal)
    const pauseMs = isLast ? null : pauseAfter(failures, everyMs, random())
    onCycle?.(last, pauseMs)
    if (pauseMs !== null) await pause(pauseMs, signal)
  }
  return last
}

type Cycling = { cycle(options: CycleOptions): Promise<CycleResult> }

/** Runs a cycle; null if the program is running one itself. */
async function nextOf(controller: Cycling, signal: AbortSignal | undefined): Promise<CycleResult | null> {
  try {
    return await controller.cycle(signal === undefined ? {} : { signal })
  } catch (error) {
    if (error instanceof ControllerError && error.code === 'CYCLE_RUNNING') return null
    throw error
  }
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {})

const hasFailed = ({ end }: CycleResult, done: string | null, before: string | null): boolean =>
  isFailure(end) || (done !== null && done === before)

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true

/** The pause before the next cycle. `chance` is from 0 to 1. */
export const pauseAfter = (failures: number, everyMs: number, chance: number): number =>
  Math.min(MAX_PAUSE_MS, Math.round(everyMs * 2 ** Math.min(failures, MAX_DOUBLINGS) * (1 + JITTER * (2 * chance - 1))))

/** The effects that a cycle carried out, as text to compare; null if there were none. */
function workOf({ end, plan }: CycleResult): string | null {
  if (end !== 'succeeded' || plan === null || plan.decisions.length === 0) return null
  return JSON.stringify(plan.decisions.map(({ effect_ref, target_state }) => [effect_ref, target_state]))
}
