import type { Io } from '../command.ts'

/** Shows the progress of a long task on a terminal, in a line that disappears. */
export type Progress = { step(done: number, total: number): void; clear(): void }

/** Minimum time between redraws: more frequent ones would cost time and show little. */
const REDRAW_MS = 100

export function progressOf(io: Io, what: string, now: () => number = () => performance.now()): Progress {
  const { columns } = io
  let drawnAt = now()
  let isDrawn = false
  return {
    step(done, total) {
      if (columns === null || now() - drawnAt < REDRAW_MS) return
      drawnAt = now()
      isDrawn = true
      io.err(`${CLEAR}${`${what}: ${done} of ${total}`.slice(0, columns - 1)}`)
    },
    clear() {
      if (isDrawn) io.err(CLEAR)
      isDrawn = false
    },
  }
}

const CLEAR = '\r\x1b[2K'
