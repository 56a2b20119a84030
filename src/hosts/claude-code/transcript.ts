import type { Json, JsonObject } from '../../ledger/kinds.ts'
import type { TranscriptItem } from '../../supervisor/world.ts'
import { asObject, textIn } from '../fields.ts'
import { observationInTranscript } from './observation.ts'
import { dispatch } from './parse.ts'

/** Reads a line of Claude Code's transcript: a prompt, or the agent's answer in parts. */
export function seenIn(line: JsonObject): TranscriptItem[] {
  const message = asObject(line['message'])
  const isSubagent = line['isSidechain'] === true
  if (message?.['role'] === 'user') return seenFromUser(message['content'] ?? null, isSubagent)
  if (message?.['role'] !== 'assistant' || !Array.isArray(message['content'])) return []
  return message['content'].flatMap((part) => seenInPart(part, isSubagent))
}

const bySubagent = (isSubagent: boolean): { isSubagent?: true } => (isSubagent ? { isSubagent } : {})

/** Tool results have the role `user`. */
function seenFromUser(content: Json, isSubagent: boolean): TranscriptItem[] {
  const results = Array.isArray(content) ? content.flatMap(seenResult) : []
  return results.length > 0 ? results : [{ kind: 'prompt', ...bySubagent(isSubagent) }]
}

function seenResult(part: Json): TranscriptItem[] {
  const given = asObject(part)
  const call = textIn(given, 'tool_use_id')
  if (given === null || call === null) return []
  const text = textIn(given, 'content') ?? JSON.stringify(given['content'] ?? null)
  return [{ kind: 'result', call, observation: observationInTranscript(text, given['is_error'] === true) }]
}

function seenInPart(part: Json, isSubagent: boolean): TranscriptItem[] {
  const given = asObject(part)
  if (given?.['type'] === 'text')
    return [{ kind: 'message', text: textIn(given, 'text') ?? '', ...bySubagent(isSubagent) }]
  if (given?.['type'] !== 'tool_use') return []
  const tool = textIn(given, 'name') ?? 'unknown'
  return [{ kind: 'call', dispatch: dispatch(tool, given['input'] ?? null, textIn(given, 'id')), isSubagent }]
}
