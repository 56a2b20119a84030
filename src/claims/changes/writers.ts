/**
 * The files that a call may have written: those it names and, if it runs a program that could write anything, all that changed
 * while it ran.
 */
export type Writer = {
  /** Absolute paths of files or folders. */
  named: readonly string[]
  /** Milliseconds of the wall clock in which it ran; null if it writes only what it names. */
  ran: Span | null
  /** The same for a call that writes only what it names: one file may have several names. */
  at: Span
}

type Span = { from: number; to: number }

/** Clocks of file systems are coarse, and hooks take a moment to record. */
export const SLACK_MS = 1_000

/** True if one of the calls could have written the file. `changedAt` is its last change; null if there is no file now. */
export const couldWrite = (writers: readonly Writer[], path: string, changedAt: () => number | null): boolean =>
  writers.some(({ named }) => named.some((one) => isAtOrBelow(path, one))) ||
  writers.some(({ ran }) => ran !== null && isDuring(ran, changedAt()))

const isAtOrBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

const isDuring = ({ from, to }: Span, at: number | null): boolean =>
  at === null || (at >= from - SLACK_MS && at <= to + SLACK_MS)
