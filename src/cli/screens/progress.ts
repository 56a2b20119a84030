import type { Io } from '../command.ts'
import { printable } from './output.ts'
import { cutTo } from './width.ts'

/** Shows the progress of a long task on a terminal, in a line that disappears. */
export type Progress = { step(done: number, total: number): void; clear(): void }

/** Minimum time between redraws: more frequent ones would cost time and show little. */
const REDRAW_MS = 100

export function progressOf(io: Io, what: string, now: () => number = () => performance.now()): Progress {
  const line = statusLine(io)
  let drawnAt = now()
  return {
    step(done, total) {
      if (now() - drawnAt < REDRAW_MS) return
      drawnAt = now()
      line.show(`${what}: ${done} of ${total}`)
    },
    clear: line.clear,
  }
}

/** A line on a terminal that says what is happening now, and disappears. Does nothing in a pipe. */
export type StatusLine = { show(text: string): void; clear(): void }

export function statusLine(io: Pick<Io, 'columns' | 'err'>): StatusLine {
  const { columns } = io
  let isDrawn = false
  return {
    show(text) {
      if (columns === null) return
      isDrawn = true
      io.err(`${CLEAR}${cutTo(printable(text), columns - 1)}`)
    },
    clear() {
      if (isDrawn) io.err(CLEAR)
      isDrawn = false
    },
  }
}

const CLEAR = '\r\x1b[2K'
