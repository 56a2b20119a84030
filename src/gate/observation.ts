/** What is seen of the environment: facts, never guesses. */

/** What became of an action that was carried out. */
export type Execution = {
  /** The type of the action. */
  action: string
  /** As it was run; null where nothing was. */
  command: string | null
  success: boolean
  exit: number | null
  /** Whether an artifact was written, and something is in it. */
  wrote: boolean
  /** Bytes of output that nobody kept. */
  droppedBytes: number
  output_summary: string
}

/** What a probe said. It holds where the answer is exactly the one that the task names. */
export type ProbeAnswer = {
  about: 'violation' | 'no_violation' | 'gone'
  /** The affordance that may be gone; otherwise the same as `about`. */
  name: string
  holds: boolean
  /** Whether the probe's own command succeeded. */
  success: boolean
  exit: number | null
}

/** What was carried out since the last observation, if anything, and what probes say now. */
export type Observation = { execution: Execution | null; answers: readonly ProbeAnswer[] }

/** What masks were updated from last. */
export type LastObservation = Pick<Execution, 'command' | 'success' | 'output_summary'>

const SUMMARY_CHARS = 500

/** The first and the last 500 characters of a text; it is never interpreted. */
export function summaryOf(text: string): string {
  if (text.length <= 2 * SUMMARY_CHARS) return text.toWellFormed()
  const left = text.length - 2 * SUMMARY_CHARS
  return `${text.slice(0, SUMMARY_CHARS)}\n[${left} characters left out]\n${text.slice(-SUMMARY_CHARS)}`.toWellFormed()
}
