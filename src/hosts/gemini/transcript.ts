import { isObject, type Json, type JsonObject } from '../../ledger/kinds.ts'
import type { Observation, Parsed } from '../../supervisor/event.ts'
import type { TranscriptItem } from '../../supervisor/world.ts'
import { textIn } from '../fields.ts'
import { lastSeen } from '../transcripts.ts'
import { dispatch } from './parse.ts'

/**
 * Reads a line of Gemini CLI's chat file. A message is written again when its calls have ended, so it repeats. Its text comes
 * before its calls.
 */
export function seenIn(line: JsonObject): TranscriptItem[] {
  if (line['type'] === 'user') return isResult(line['content'] ?? null) ? [] : [{ kind: 'prompt' }]
  if (line['type'] !== 'gemini') return []
  const calls = Array.isArray(line['toolCalls']) ? line['toolCalls'].filter(isObject) : []
  const text = textIn(line, 'content') ?? ''
  return [
    ...(text === '' ? [] : [{ kind: 'message', text } as const]),
    ...calls.flatMap((call) => seenCall(call as JsonObject)),
  ]
}

/** Results of tools have the type `user`, too. */
const isResult = (content: Json): boolean =>
  Array.isArray(content) && content.length > 0 && content.every((part) => isObject(part) && 'functionResponse' in part)

/** A call, and its end if a person refused it: no event reports that. */
function seenCall(call: JsonObject): TranscriptItem[] {
  const { name, args, id, status, result } = call
  const given = dispatch(String(name), args ?? null)
  const seen: TranscriptItem = {
    kind: 'call',
    dispatch: { ...given, call: typeof id === 'string' ? id : null },
    isSubagent: null,
  }
  if (typeof id !== 'string' || status !== 'cancelled' || !JSON.stringify(result ?? null).includes(DENIED))
    return [seen]
  const observation: Observation = {
    status: 'refused',
    exit: null,
    durationMs: null,
    output: { text: DENIED },
    refusedBy: 'person',
  }
  return [seen, { kind: 'result', call: id, observation }]
}

const DENIED = '[Operation Cancelled] Reason: User denied execution.'

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
