import { isObject, type Json, type JsonObject } from '../../ledger/kinds.ts'
import type { Dispatch, Observation, Origin, Parsed, Report } from '../../supervisor/event.ts'
import { asObject, Fields, textIn } from '../fields.ts'

export const NAME = 'codex'

/** Codex's blind spots: things that no event reports. */
const BLIND_SPOTS = ['failed-patches', 'commands-left-running', 'nested-agents'] as const

export function parse(event: string, payload: JsonObject): Parsed {
  const fields = new Fields(payload)
  const session = fields.text('session_id') ?? 'unknown'
  const agentId = fields.text('agent_id')
  const agentType = fields.text('agent_type') ?? ''
  const transcript = fields.text('transcript_path')
  const agentTranscript = fields.text('agent_transcript_path')
  const cwd = fields.text('cwd')
  fields.text('hook_event_name')
  return {
    host: NAME,
    name: event,
    session,
    agent: agentId === null ? null : { id: agentId, type: agentType },
    cwd,
    transcript: agentTranscript ?? transcript,
    report: reportOf(event, fields, agentId !== null),
    rest: fields.rest(),
  }
}

function reportOf(event: string, fields: Fields, isSubagent: boolean): Report {
  switch (event) {
    case 'SessionStart':
      return {
        kind: 'session-started',
        source: fields.text('source'),
        model: fields.text('model'),
        blindSpots: BLIND_SPOTS,
      }
    case 'SessionEnd':
      return { kind: 'session-ended', reason: fields.text('reason') }
    case 'UserPromptSubmit':
      return promptOf(fields.any('prompt'), isSubagent)
    case 'PreToolUse':
      return { kind: 'dispatch', dispatch: dispatchOf(fields) }
    case 'PostToolUse': {
      const dispatch = dispatchOf(fields)
      return { kind: 'observation', dispatch, observation: observationOf(dispatch.tool, fields.any('tool_response')) }
    }
    case 'SubagentStart':
      return { kind: 'agent-started' }
    case 'Stop':
    case 'SubagentStop':
      return {
        kind: 'stop',
        message: fields.text('last_assistant_message'),
        isAgain: fields.flag('stop_hook_active'),
        background: [],
      }
    case 'PreCompact':
      return { kind: 'compaction', phase: 'before', trigger: fields.text('trigger'), summary: null }
    case 'PostCompact':
      return { kind: 'compaction', phase: 'after', trigger: fields.text('trigger'), summary: null }
    default:
      return { kind: 'other' }
  }
}

function promptOf(prompt: Json, isSubagent: boolean): Report {
  const text = typeof prompt === 'string' ? prompt : JSON.stringify(prompt)
  return { kind: 'prompt', text, origin: isSubagent ? 'agent' : originOf(prompt) }
}

function originOf(prompt: Json): Origin {
  if (typeof prompt === 'string') {
    const text = prompt.trimStart()
    if (text === '') return 'empty'
    if (text.startsWith('<hook_prompt')) return 'feedback'
    return text.startsWith('<subagent_notification>') ? 'notification' : 'person'
  }
  const parts = Array.isArray(prompt) ? prompt : [prompt]
  if (parts.every((part) => part === null)) return 'empty'
  return parts.some((part) => isObject(part) && String(part['type']).endsWith('_output')) ? 'tool-result' : 'person'
}

const dispatchOf = (fields: Fields): Dispatch =>
  dispatch(fields.text('tool_name') ?? 'unknown', fields.any('tool_input'), fields.text('tool_use_id'))

export const dispatch = (tool: string, input: Json, call: string | null): Dispatch => ({
  tool,
  input,
  call,
  command: tool === 'Bash' ? textIn(asObject(input), 'command') : null,
})

const EXIT_CODE = /^Exit code: (\d{1,3})\n/

/**
 * A call that has ended. The event is the same for success and failure. For a command, only the rollout shows which it was;
 * for a patch, the response text does.
 */
function observationOf(tool: string, response: Json): Observation {
  const output = typeof response === 'string' ? { text: response } : { details: response }
  if (tool === 'Bash') return { status: 'unknown', exit: null, durationMs: null, output }
  const exit = tool === 'apply_patch' ? EXIT_CODE.exec(output.text ?? '') : null
  if (exit === null) return { status: 'succeeded', exit: null, durationMs: null, output }
  const code = Number(exit[1])
  return { status: code === 0 ? 'succeeded' : 'failed', exit: code, durationMs: null, output }
}
