import { Fields } from '../../../src/hosts/fields.ts'
import type { Json, JsonObject } from '../../../src/ledger/kinds.ts'
import type { Answer } from '../../../src/supervisor/answer.ts'
import type { Dispatch, Parsed, Report } from '../../../src/supervisor/event.ts'

export const NAME = 'toy'

/** Events of Toy, with field names that no other host uses. */
export function parse(event: string, payload: JsonObject): Parsed {
  const fields = new Fields(payload)
  const session = fields.text('talk') ?? 'unknown'
  const cwd = fields.text('room')
  const report = reportOf(event, fields)
  return { host: NAME, name: event, session, agent: null, cwd, transcript: null, report, rest: fields.rest() }
}

function reportOf(event: string, fields: Fields): Report {
  switch (event) {
    case 'wake':
      return { kind: 'session-started', source: fields.text('why'), model: null, blindSpots: [] }
    case 'ask':
      return { kind: 'prompt', text: fields.text('words') ?? '', origin: 'person' }
    case 'reach':
      return { kind: 'dispatch', dispatch: dispatchOf(fields) }
    case 'reached':
      return {
        kind: 'observation',
        dispatch: dispatchOf(fields),
        observation: { status: 'succeeded', exit: null, durationMs: null, output: {} },
      }
    case 'rest':
      return { kind: 'stop', message: fields.text('words'), isAgain: null, background: [] }
    default:
      return { kind: 'other' }
  }
}

function dispatchOf(fields: Fields): Dispatch {
  const tool = fields.text('toy') ?? 'unknown'
  const input: Json = fields.any('with')
  return { tool, input, call: fields.text('id'), command: tool === 'toy_run' ? String(input) : null }
}

/** Answers that Toy understands. */
export function phrase(event: string, answer: Answer): JsonObject | null {
  switch (answer.kind) {
    case 'go-on':
      return { ok: true }
    case 'deny':
      return event === 'reach' ? { ok: false, because: answer.reason } : null
    case 'block':
      return event === 'rest' ? { ok: false, because: answer.reason } : null
    default:
      return null
  }
}
