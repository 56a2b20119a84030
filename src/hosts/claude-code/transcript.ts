import type { Json, JsonObject } from '../../ledger/kinds.ts'
import type { Seen } from '../../supervisor/recorder.ts'
import { asObject, textIn } from '../fields.ts'
import { dispatch } from './parse.ts'

/** What a line of Claude Code's transcript shows: a prompt, or an answer of the agent in parts. */
export function seenIn(line: JsonObject): Seen[] {
  const message = asObject(line['message'])
  if (message?.['role'] === 'user') return [{ kind: 'prompt' }]
  if (message?.['role'] !== 'assistant' || !Array.isArray(message['content'])) return []
  return message['content'].flatMap((part) => seenInPart(part, line['isSidechain'] === true))
}

function seenInPart(part: Json, isSubagent: boolean): Seen[] {
  const given = asObject(part)
  if (given?.['type'] === 'text') return [{ kind: 'message', text: textIn(given, 'text') ?? '' }]
  if (given?.['type'] !== 'tool_use') return []
  const tool = textIn(given, 'name') ?? 'unknown'
  return [{ kind: 'call', dispatch: dispatch(tool, given['input'] ?? null, textIn(given, 'id')), isSubagent }]
}
