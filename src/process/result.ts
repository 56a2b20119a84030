/** The result of a child process: how it ended, and its output. */
export type RunResult = {
  /** The exit code; null if a signal ended it or it could not be started. */
  exit: number | null
  ended: 'exited' | 'killed' | 'timed-out' | 'not-started'
  stdout: Buffer
  stderr: Buffer
  durationMs: number
  /** Bytes of output that were dropped. */
  droppedBytes: number
}
