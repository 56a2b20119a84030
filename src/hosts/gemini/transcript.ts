import { isObject, type JsonObject } from '../../ledger/kinds.ts'
import type { Parsed } from '../../supervisor/event.ts'
import type { TranscriptItem } from '../../supervisor/world.ts'
import { textIn } from '../fields.ts'
import { lastSeen } from '../transcripts.ts'
import { dispatch } from './parse.ts'

/** Reads a line of Gemini CLI's chat file. A message is written again when its calls have ended, so calls repeat. */
export function seenIn(line: JsonObject): TranscriptItem[] {
  if (line['type'] === 'user') return [{ kind: 'prompt' }]
  if (line['type'] !== 'gemini') return []
  const calls = Array.isArray(line['toolCalls']) ? line['toolCalls'].filter(isObject) : []
  const text = textIn(line, 'content') ?? ''
  return [
    ...calls.map((call): TranscriptItem => {
      const { name, args, id } = call as JsonObject
      const made = dispatch(String(name), args ?? null)
      return { kind: 'call', dispatch: { ...made, call: typeof id === 'string' ? id : null }, isSubagent: null }
    }),
    ...(text === '' ? [] : [{ kind: 'message', text } as const]),
  ]
}

/**
 * Cuts the message down to the last one: the event contains all text of the turn, including blocked messages. The chat file
 * shows where the last message begins, if it has already been written.
 */
export function complete(event: Parsed): Parsed {
  const { report, transcript, rest } = event
  if (report.kind !== 'stop' || report.message === null || transcript === null) return event
  const last = lastSeen(transcript, seenIn)
  if (last?.kind !== 'message' || last.text === report.message || !report.message.endsWith(last.text)) return event
  return { ...event, report: { ...report, message: last.text }, rest: { ...rest, prompt_response: report.message } }
}
