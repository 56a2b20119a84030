import { isObject, type Json, type JsonObject } from '../../ledger/kinds.ts'
import type { Observation, Output } from '../../supervisor/event.ts'
import { asObject, textIn } from '../fields.ts'

/** The tool that runs commands. */
export const SHELL = 'run_shell_command'

/** A call that has ended. The text for the model gives a command's exit code, but only if it is not 0. */
export function observationOf(tool: string, response: Json): Observation {
  const object = asObject(response)
  const text = textOf(object?.['llmContent'] ?? null)
  const output = outputOf(response, object, text)
  if (isObject(object?.['error'])) return { status: 'failed', exit: null, durationMs: null, output }
  if (tool !== SHELL) return { status: 'succeeded', exit: null, durationMs: null, output }
  return { ...endOf(text), durationMs: null, output }
}

/** Lines that Gemini CLI prints after the command's own output. */
const LABEL = /^(Error|Exit Code|Signal|Background PIDs|Process Group PGID): (.*)$/

type End = { status: Observation['status']; exit: number | null }

/** First words of the text if the command did not end on its own. */
const BEGINNINGS: readonly [beginning: string, status: Observation['status']][] = [
  ['Command moved to background', 'running'],
  ['Command was automatically cancelled', 'interrupted'],
  ['Command was cancelled by user before it could complete', 'interrupted'],
  ['Command was cancelled by user before it could start', 'refused'],
  ['Command injection detected', 'refused'],
]

/** Determines how a command ended. The text starts with the host's own words, whatever the command printed. */
function endOf(wrapped: string): End {
  const text = wrapped.replace(/^<untrusted_context>\n/, '')
  if (text.startsWith('Output: ')) return endByLabels(text)
  const status = BEGINNINGS.find(([beginning]) => text.startsWith(beginning))?.[1] ?? 'unknown'
  return { status, exit: null }
}

/** Determines how a command ended from the labels after its output. */
function endByLabels(text: string): End {
  const labels = labelsOf(text)
  if (!labels.has('Process Group PGID')) return { status: 'unknown', exit: null }
  if (labels.has('Signal')) return { status: 'interrupted', exit: null }
  const exit = Number(labels.get('Exit Code') ?? (labels.has('Error') ? 'none' : 0))
  if (!Number.isSafeInteger(exit)) return { status: 'failed', exit: null }
  return { status: exit === 0 ? 'succeeded' : 'failed', exit }
}

/** Reads labels from the end. The last label of each kind wins, because the command's own output comes first. */
function labelsOf(text: string): Map<string, string> {
  const labels = new Map<string, string>()
  const lines = text.replace(/\n<\/untrusted_context>$/, '').split('\n')
  for (let label = LABEL.exec(lines.pop() ?? ''); label !== null; label = LABEL.exec(lines.pop() ?? '')) {
    const [, name = '', value = ''] = label
    if (!labels.has(name)) labels.set(name, value)
  }
  return labels
}

function textOf(content: Json): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part) => textIn(asObject(part), 'text') ?? '').join('')
}

/** The text for the model and the text for the person differ; keeps both. */
function outputOf(response: Json, object: JsonObject | null, text: string): Output {
  if (object === null)
    return typeof response === 'string' ? { text: response } : response === null ? {} : { details: response }
  const { llmContent: _, ...details } = object
  return { ...(text !== '' && { text }), details }
}
