import { ControllerError } from '../errors.ts'
import { messageOf } from './reason.ts'

/** The value of a step, or why there is none. */
export type Limited<Value> =
  | { ok: true; value: Value }
  /** `isLeft` if it may still be running. */
  | { ok: false; why: string; code: string | null; isLeft: boolean }

/** Time after its limit that a step has to end by itself. */
const GRACE_MS = 2_000

/**
 * Runs a step within a time limit. At the limit, and when `stop` aborts, its signal aborts. A step that ignores the signal
 * is left behind after a short grace period.
 */
export async function limited<Value>(
  timeoutMs: number,
  act: (signal: AbortSignal) => Promise<Value>,
  stop?: AbortSignal,
): Promise<Limited<Value>> {
  const late = new AbortController()
  const signal = stop === undefined ? late.signal : AbortSignal.any([late.signal, stop])
  let timer: NodeJS.Timeout | undefined
  let grace: NodeJS.Timeout | undefined
  const given = new Promise<Limited<Value>>((resolve) => {
    const giveUp = (): void => {
      grace = setTimeout(
        () => resolve({ ok: false, why: whyLeft(late.signal, timeoutMs), code: null, isLeft: true }),
        GRACE_MS,
      )
    }
    timer = setTimeout(() => late.abort(new Error(lateText(timeoutMs))), timeoutMs)
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  })
  try {
    return await Promise.race([settled(act, signal), given])
  } finally {
    clearTimeout(timer)
    clearTimeout(grace)
  }
}

async function settled<Value>(
  act: (signal: AbortSignal) => Promise<Value>,
  signal: AbortSignal,
): Promise<Limited<Value>> {
  try {
    return { ok: true, value: await act(signal) }
  } catch (error) {
    return {
      ok: false,
      why: messageOf(error),
      code: error instanceof ControllerError ? error.code : null,
      isLeft: false,
    }
  }
}

const lateText = (timeoutMs: number): string => `It did not finish within ${timeoutMs / 1000} seconds.`

const whyLeft = (late: AbortSignal, timeoutMs: number): string =>
  late.aborted ? lateText(timeoutMs) : 'It was stopped and did not end.'
