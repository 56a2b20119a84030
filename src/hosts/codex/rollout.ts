import type { Json, JsonObject } from '../../ledger/kinds.ts'
import type { Observation, Parsed } from '../../supervisor/event.ts'
import type { TranscriptItem } from '../../supervisor/world.ts'
import { asObject, parseObject, textIn } from '../fields.ts'
import { findFromEnd } from '../transcripts.ts'
import { dispatch } from './parse.ts'

/** Maximum number of bytes to search, from the end of a rollout, for the end of a command. */
const MAX_SEARCH_BYTES = 4 << 20

/** Adds a command's exit code, duration and output from the rollout: Codex writes them there before it fires the event. */
export function complete(event: Parsed): Parsed {
  const { report, transcript } = event
  if (report.kind !== 'observation' || report.observation.status !== 'unknown' || transcript === null) return event
  const found = findCommand(transcript, report.dispatch.call)
  return found === null ? event : { ...event, report: { ...report, observation: found } }
}

function findCommand(path: string, call: string | null): Observation | null {
  if (call === null) return null
  return findFromEnd(path, MAX_SEARCH_BYTES, (line) => {
    // Parse only likely lines: a rollout holds whole conversations.
    if (!line.includes(call) || !line.includes('CommandExecution')) return null
    const item = itemOf(parseObject(line))
    return item?.['type'] === 'CommandExecution' && item['id'] === call ? observationOf(item) : null
  })
}

const itemOf = (line: JsonObject | null): JsonObject | null => {
  const payload = asObject(line?.['payload'])
  return payload?.['type'] === 'item_completed' ? asObject(payload['item']) : null
}

function observationOf(item: JsonObject): Observation {
  const code = Number.isSafeInteger(item['exit_code']) ? (item['exit_code'] as number) : null
  const output = textIn(item, 'aggregated_output')
  // A real exit code is never negative. Codex reports a negative one for a command that it killed.
  const exit = code !== null && code < 0 ? null : code
  const status = code === null ? 'unknown' : code < 0 ? 'interrupted' : code === 0 ? 'succeeded' : 'failed'
  return { status, exit, durationMs: durationMs(item), output: output === null ? {} : { text: output } }
}

function durationMs(item: JsonObject): number | null {
  const { secs, nanos } = asObject(item['duration']) ?? {}
  return typeof secs === 'number' && typeof nanos === 'number' ? Math.round(secs * 1000 + nanos / 1e6) : null
}

/** A tool that runs code. The calls that the code makes are listed separately. */
const CODE_MODE = 'exec'

/** A tool that types into a running command. With nothing to type, it only waits for the command, which has its own line. */
const STDIN = 'write_stdin'

/** Reads a line of a rollout. */
export function seenIn(line: JsonObject): TranscriptItem[] {
  const item = itemOf(line)
  if (item !== null) return seenInItem(item)
  const payload = asObject(line['payload'])
  if (payload?.['type'] === 'turn_aborted') return [{ kind: 'cut', by: 'person' }]
  if (line['type'] !== 'response_item' || payload === null) return []
  if (isFeedback(payload)) return [{ kind: 'prompt', isFeedback: true }]
  const call = textIn(payload, 'call_id')
  switch (payload['type']) {
    case 'function_call':
    case 'custom_tool_call':
      return seenCall(textIn(payload, 'name') ?? 'unknown', payload, call)
    case 'custom_tool_call_output':
      return call === null ? [] : seenFailure(call, payload['output'] ?? null)
    default:
      return seenOther(String(payload['type']), payload, call)
  }
}

/** A message in the person's name that hands the agent the reason for a block. */
const isFeedback = ({ type, role, content }: JsonObject): boolean =>
  type === 'message' && role === 'user' && textOf(content ?? null).startsWith('<hook_prompt ')

/** `web_search_call` and the like: tools that run on the model's side. */
function seenOther(type: string, payload: JsonObject, call: string | null): TranscriptItem[] {
  if (!type.endsWith('_call')) return []
  const made = dispatch(type.slice(0, -'_call'.length), payload['action'] ?? null, call ?? textIn(payload, 'id'))
  return [{ kind: 'call', dispatch: made, isSubagent: null }]
}

function seenCall(name: string, payload: JsonObject, call: string | null): TranscriptItem[] {
  const made = dispatch(...asInHooks(name, payload['arguments'] ?? payload['input'] ?? null), call)
  const isWaiting = name === STDIN && textIn(asObject(made.input), 'chars') === ''
  return name === CODE_MODE || isWaiting ? [] : [{ kind: 'call', dispatch: made, isSubagent: null }]
}

/** Translates a tool's name and input in a rollout to those in hooks. */
function asInHooks(name: string, given: Json): [tool: string, input: Json] {
  if (name === 'apply_patch') return [name, { command: given }]
  const input = typeof given === 'string' ? parseObject(Buffer.from(given)) : null
  if (name === 'exec_command' && input !== null) return ['Bash', { command: input['cmd'] ?? null }]
  return [name, input ?? given]
}

function seenInItem(item: JsonObject): TranscriptItem[] {
  const call = textIn(item, 'id')
  if (item['type'] === 'AgentMessage') return [{ kind: 'message', text: textOf(item['content'] ?? null) }]
  if (item['type'] === 'UserMessage') return [{ kind: 'prompt' }]
  if (item['type'] !== 'CommandExecution' || call === null) return []
  const command = Array.isArray(item['command']) ? (item['command'].at(-1) ?? null) : null
  return [
    { kind: 'call', dispatch: dispatch('Bash', { command }, call), isSubagent: null },
    { kind: 'result', call, observation: observationOf(item) },
  ]
}

const textOf = (content: Json): string =>
  Array.isArray(content) ? content.map((part) => textIn(asObject(part), 'text') ?? '').join('') : ''

/** A patch that does not apply leaves only this text: no event, no exit code. */
function seenFailure(call: string, output: Json): TranscriptItem[] {
  if (typeof output !== 'string' || !output.startsWith('apply_patch verification failed')) return []
  const observation: Observation = { status: 'failed', exit: null, durationMs: null, output: { text: output } }
  return [{ kind: 'result', call, observation }]
}
