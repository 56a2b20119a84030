import { isObject, type Json, type JsonObject } from '../../ledger/kinds.ts'
import type { Dispatch, Origin, Parsed, Report } from '../../supervisor/event.ts'
import { asObject, Fields, textIn } from '../fields.ts'
import { observationOf, SHELL } from './observation.ts'

export const NAME = 'gemini'

/** Gemini CLI's blind spots: things that no event reports. */
const BLIND_SPOTS = ['subagents-unnamed', 'calls-without-ids', 'nested-agents'] as const

export function parse(event: string, payload: JsonObject): Parsed {
  const fields = new Fields(payload)
  const session = fields.text('session_id') ?? 'unknown'
  const transcript = fields.text('transcript_path')
  const cwd = fields.text('cwd')
  fields.text('hook_event_name')
  const report = reportOf(event, fields)
  return {
    host: NAME,
    name: event,
    session,
    agent: null,
    cwd,
    transcript,
    report,
    rest: fields.rest(),
  }
}

function reportOf(event: string, fields: Fields): Report {
  switch (event) {
    case 'SessionStart':
      return { kind: 'session-started', source: fields.text('source'), model: null, blindSpots: BLIND_SPOTS }
    case 'SessionEnd':
      return { kind: 'session-ended', reason: fields.text('reason') }
    case 'BeforeAgent':
      return promptOf(fields.any('prompt'))
    case 'BeforeTool':
      return { kind: 'dispatch', dispatch: dispatchOf(fields) }
    case 'AfterTool': {
      const dispatch = dispatchOf(fields)
      return { kind: 'observation', dispatch, observation: observationOf(dispatch.tool, fields.any('tool_response')) }
    }
    case 'Notification':
      return noticeOf(fields)
    case 'AfterAgent':
      return {
        kind: 'stop',
        message: fields.text('prompt_response'),
        isAgain: fields.flag('stop_hook_active'),
        background: [],
      }
    default:
      return { kind: 'other' }
  }
}

/** The only notification so far: Gemini CLI shows a person its question about a call. Its details stay in `rest`. */
function noticeOf(fields: Fields): Report {
  const { notification_type: type, details } = fields.rest()
  if (type !== 'ToolPermission') return { kind: 'other' }
  const given = asObject(details ?? null)
  const command = given?.['type'] === 'exec' ? textIn(given, 'command') : null
  return { kind: 'asked', tool: command === null ? null : SHELL, command, input: null, by: 'person' }
}

function promptOf(given: Json): Report {
  const prompt = typeof given === 'string' ? given.replace(HOOK_CONTEXT, '') : given
  const text = typeof prompt === 'string' ? prompt : JSON.stringify(prompt)
  return { kind: 'prompt', text, origin: originOf(prompt) }
}

/** Context that hooks added at the start of a session. It precedes the person's text. */
const HOOK_CONTEXT = /^<hook_context>.*?<\/hook_context>\s*/s

function originOf(prompt: Json): Origin {
  if (typeof prompt === 'string') {
    const text = prompt.trimStart()
    if (text === '') return 'empty'
    return text.startsWith('<task-notification>') ? 'notification' : 'person'
  }
  const parts = Array.isArray(prompt) ? prompt : [prompt]
  if (parts.every((part) => part === null)) return 'empty'
  return parts.some((part) => isObject(part) && 'functionResponse' in part) ? 'tool-result' : 'person'
}

const dispatchOf = (fields: Fields): Dispatch =>
  dispatch(fields.text('tool_name') ?? 'unknown', fields.any('tool_input'))

/** Gemini CLI gives hooks no call ids; calls and results are paired by their input. */
export const dispatch = (tool: string, input: Json): Dispatch => ({
  tool,
  input,
  call: null,
  command: tool === SHELL ? textIn(asObject(input), 'command') : null,
})
