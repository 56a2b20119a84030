import type { Json, JsonObject } from '../../ledger/kinds.ts'
import type { Observation, Output } from '../../supervisor/event.ts'
import { asObject, textIn } from '../fields.ts'

/**
 * A call that Claude Code reports as made. It gives no exit code: that this event fired, and not the one for failures,
 * says that a command ended with 0.
 */
export function observationOf(tool: string, response: Json, durationMs: number | null): Observation {
  const object = asObject(response)
  const output = outputOf(tool, response, object)
  if (object?.['interrupted'] === true) return { status: 'interrupted', exit: null, durationMs, output }
  if (isInBackground(object)) return { status: 'running', exit: null, durationMs, output }
  return { status: 'succeeded', exit: exitOf(tool, object), durationMs, output }
}

const isInBackground = (response: JsonObject | null): boolean =>
  textIn(response, 'backgroundTaskId') !== null || response?.['isAsync'] === true

/** Commands such as grep mean something by another code than 0; then it says what they meant, and not the code. */
const exitOf = (tool: string, response: JsonObject | null): number | null =>
  tool === 'Bash' && textIn(response, 'returnCodeInterpretation') === null ? 0 : null

function outputOf(tool: string, response: Json, object: JsonObject | null): Output {
  if (typeof response === 'string') return { text: response }
  if (response === null) return {}
  if (tool !== 'Bash' || object === null) return { details: response }
  const { stdout, stderr, ...details } = object
  if (typeof stdout !== 'string' || typeof stderr !== 'string') return { details: response }
  return { stdout, stderr, details }
}

const EXIT_CODE = /^Exit code (\d{1,3})(?:\n|$)/

/** A call that failed: the text begins with the exit code, if it was a command that ran. */
export function observationOfFailure(error: string, isInterrupt: boolean, durationMs: number | null): Observation {
  const exit = EXIT_CODE.exec(error)
  return {
    status: isInterrupt ? 'interrupted' : 'failed',
    exit: exit === null ? null : Number(exit[1]),
    durationMs,
    output: { text: exit === null ? error : error.slice(exit[0].length) },
  }
}

/**
 * A call that only its batch tells of. It never ran if its input was wrong; otherwise it may not have been permitted, or
 * its own event was lost: what the agent was told does not say which.
 */
export const observationInBatch = (text: string | null): Observation => ({
  status: text?.startsWith('<tool_use_error>') ? 'refused' : 'unknown',
  exit: null,
  durationMs: null,
  output: text === null ? {} : { text },
})

/** A call by its result in the transcript. Output of a command that succeeded is no proof of its exit code. */
export function observationInTranscript(text: string, isError: boolean): Observation {
  if (!isError) return { status: 'succeeded', exit: null, durationMs: null, output: { text } }
  const failed = observationOfFailure(text, false, null)
  return failed.exit === null ? { ...failed, status: 'refused' } : failed
}
