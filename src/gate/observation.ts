/** Observations of the environment: facts, never guesses. */

/** The result of an action that was carried out. */
export type Execution = {
  /** The type of the action. */
  action: string
  /** The command that was run, or null. */
  command: string | null
  success: boolean
  exit: number | null
  /** True if a non-empty file was written. */
  wrote: boolean
  /** Bytes of output that were not kept. */
  droppedBytes: number
  output_summary: string
}

/** A probe's answer. `holds` is true if it is exactly the answer that the task expects. */
export type ProbeAnswer = {
  about: 'violation' | 'no_violation' | 'gone'
  /** The affordance for `gone`; otherwise the same as `about`. */
  name: string
  holds: boolean
  /** True if the probe's command exited with 0. */
  success: boolean
  exit: number | null
}

/** The action carried out since the last observation, if any, and the probes' current answers. */
export type Observation = { execution: Execution | null; answers: readonly ProbeAnswer[] }

/** The last execution that updated the masks. */
export type LastObservation = Pick<Execution, 'command' | 'success' | 'output_summary'>

const SUMMARY_CHARS = 500

/** Shortens long text to its first and last 500 characters. The text is never interpreted. */
export function summaryOf(text: string): string {
  if (text.length <= 2 * SUMMARY_CHARS) return text.toWellFormed()
  const left = text.length - 2 * SUMMARY_CHARS
  return `${text.slice(0, SUMMARY_CHARS)}\n[${left} characters left out]\n${text.slice(-SUMMARY_CHARS)}`.toWellFormed()
}
