import type { Json, JsonObject } from '../../ledger/kinds.ts'
import type { Dispatch, Parsed, Report } from '../../supervisor/event.ts'
import { asObject, Fields, textIn } from '../fields.ts'
import { observationInBatch, observationOf, observationOfFailure } from './observation.ts'
import { promptOf } from './prompt.ts'

export const NAME = 'claude-code'

/** Claude Code's blind spots: things that no event reports. */
const BLIND_SPOTS = ['hooks-off-mid-session', 'stop-on-interrupt', 'nested-agents'] as const

export function parse(event: string, payload: JsonObject): Parsed {
  const fields = new Fields(payload)
  const session = fields.text('session_id') ?? 'unknown'
  const agentId = fields.text('agent_id')
  const agentType = fields.text('agent_type') ?? ''
  const transcript = fields.text('transcript_path')
  const agentTranscript = fields.text('agent_transcript_path')
  const cwd = fields.text('cwd')
  fields.text('hook_event_name')
  // Compaction runs as an agent without a type, which is not a subagent of the session.
  const agent = agentId === null || agentType === '' ? null : { id: agentId, type: agentType }
  const report = agentId !== null && agent === null ? other(fields, agentId) : reportOf(event, fields)
  return {
    host: NAME,
    name: event,
    session,
    agent,
    cwd,
    transcript: agent === null ? transcript : agentTranscript,
    report,
    rest: fields.rest(),
  }
}

function other(fields: Fields, agent: string): Report {
  fields.rest()['agent_id'] = agent
  return { kind: 'other' }
}

function reportOf(event: string, fields: Fields): Report {
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
      return { kind: 'prompt', ...promptOf(fields.any('prompt')) }
    case 'PreToolUse':
      return { kind: 'dispatch', dispatch: dispatchOf(fields) }
    case 'PermissionRequest':
      return askedOf(fields)
    case 'PostToolUse': {
      const dispatch = dispatchOf(fields)
      const observation = observationOf(dispatch.tool, fields.any('tool_response'), fields.number('duration_ms'))
      return { kind: 'observation', dispatch, observation }
    }
    case 'PostToolUseFailure': {
      const dispatch = dispatchOf(fields)
      const isInterrupt = fields.flag('is_interrupt') === true
      const observation = observationOfFailure(fields.text('error') ?? '', isInterrupt, fields.number('duration_ms'))
      return { kind: 'observation', dispatch, observation }
    }
    case 'PostToolBatch':
      return batchOf(fields)
    case 'SubagentStart':
      return { kind: 'agent-started' }
    case 'Stop':
    case 'SubagentStop':
      return {
        kind: 'stop',
        message: fields.text('last_assistant_message'),
        isAgain: fields.flag('stop_hook_active'),
        background: fields.list('background_tasks') ?? [],
      }
    case 'StopFailure':
      return { kind: 'failure', error: fields.text('error'), message: fields.text('last_assistant_message') }
    case 'PreCompact':
      return { kind: 'compaction', phase: 'before', trigger: fields.text('trigger'), summary: null }
    case 'PostCompact':
      return {
        kind: 'compaction',
        phase: 'after',
        trigger: fields.text('trigger'),
        summary: fields.text('compact_summary'),
      }
    case 'ConfigChange':
      return { kind: 'settings-changed', source: fields.text('source'), path: fields.text('file_path') }
    default:
      return { kind: 'other' }
  }
}

const dispatchOf = (fields: Fields): Dispatch =>
  dispatch(fields.text('tool_name') ?? 'unknown', fields.any('tool_input'), fields.text('tool_use_id'))

/** The question has no call id. A program may answer it; only the environment shows whether a person is there. */
function askedOf(fields: Fields): Report {
  const { tool_name: name, tool_input: given } = fields.rest()
  const { tool, input, command } = dispatch(String(name), given ?? null, null)
  return { kind: 'asked', tool, command, input, by: null }
}

export const dispatch = (tool: string, input: Json, call: string | null): Dispatch => ({
  tool,
  input,
  call,
  command: tool === 'Bash' ? textIn(asObject(input), 'command') : null,
})

/** A call without an id cannot be matched, so it stays in `rest`. */
function batchOf(fields: Fields): Report {
  const given = fields.list('tool_calls')
  const isCall = (one: Json): boolean => textIn(asObject(one), 'tool_use_id') !== null
  const odd = given?.filter((one) => !isCall(one)) ?? []
  if (odd.length > 0) fields.rest()['tool_calls'] = odd
  const calls = (given ?? []).filter(isCall).map((one) => {
    const call = new Fields(asObject(one) ?? {})
    return { dispatch: dispatchOf(call), observation: observationInBatch(call.text('tool_response')) }
  })
  return { kind: 'batch', calls, isWhole: given !== null && odd.length === 0 }
}
