import type { Io } from '../command.ts'
import { statusLine } from '../screens/progress.ts'

type Timed<Result> = { result: Result; isSkipped: boolean }

const REDRAW_MS = 1000

/**
 * Runs a task whose length is unknown. On a terminal the person sees how long it has been running and its limit, and skips it
 * by pressing s, which aborts the signal.
 */
export async function timed<Result>(
  io: Io,
  { what, limitMs, signal }: { what: string; limitMs: number; signal: AbortSignal },
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Timed<Result>> {
  const skipping = new AbortController()
  const line = statusLine(io)
  const began = performance.now()
  const silence = io.keys((key) => {
    if (key.toLowerCase() === 's') skipping.abort()
  })
  const draw = (): void => {
    const seconds = Math.round((performance.now() - began) / 1000)
    line.show(
      `${what} ... ${seconds} s (press s to skip it; limit ${limitMs < 60_000 ? `${limitMs / 1000} s` : `${Math.round(limitMs / 60_000)} min`})`,
    )
  }
  const timer = silence === null ? null : setInterval(draw, REDRAW_MS)
  if (silence !== null) draw()
  try {
    const result = await task(AbortSignal.any([signal, skipping.signal]))
    return { result, isSkipped: skipping.signal.aborted }
  } finally {
    if (timer !== null) clearInterval(timer)
    silence?.()
    line.clear()
    io.err(`${what} ... `)
  }
}
