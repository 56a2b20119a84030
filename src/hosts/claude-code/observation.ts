import type { Json, JsonObject } from '../../ledger/kinds.ts'
import type { Observation, Output } from '../../supervisor/event.ts'
import { asObject, textIn } from '../fields.ts'

/** A completed call. Claude Code gives no exit code, but this event implies 0: failures have their own event. */
export function observationOf(tool: string, response: Json, durationMs: number | null): Observation {
  const object = asObject(response)
  const output = outputOf(tool, response, object)
  if (object?.['interrupted'] === true) return { status: 'interrupted', exit: null, durationMs, output }
  if (isInBackground(object)) return { status: 'running', exit: null, durationMs, output }
  return { status: 'succeeded', exit: exitOf(tool, object), durationMs, output }
}

const isInBackground = (response: JsonObject | null): boolean =>
  textIn(response, 'backgroundTaskId') !== null || response?.['isAsync'] === true

/** Exit codes other than 0 are not failures for commands such as grep. Claude Code reports their meaning, not the code. */
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

/** A failed call. The text begins with the exit code if a command ran. */
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
 * A call that only its batch event reports. It never ran if its input was invalid. Otherwise it was not permitted, or its own
 * event was lost; the text for the agent does not say which.
 */
export function observationInBatch(text: string | null): Observation {
  if (text?.startsWith(REJECTED)) return rejected(text)
  const status = text?.startsWith('<tool_use_error>') ? 'refused' : 'unknown'
  return { status, exit: null, durationMs: null, output: text === null ? {} : { text } }
}

/** The text that Claude Code gives the agent if a person refuses a call. It counts only for a call that has no own event. */
const REJECTED = "The user doesn't want to proceed with this tool use. The tool use was rejected"

const rejected = (text: string): Observation => ({
  status: 'refused',
  exit: null,
  durationMs: null,
  output: { text },
  refusedBy: 'person',
})

/** Reads a call's result from the transcript. Output without an error does not prove exit code 0. */
export function observationInTranscript(text: string, isError: boolean): Observation {
  if (isError) return text.startsWith(REJECTED) ? rejected(text) : observationOfFailure(text, false, null)
  const status = text.startsWith('Command running in background') ? 'running' : 'succeeded'
  return { status, exit: null, durationMs: null, output: { text } }
}
