import type { Json, JsonObject } from '../../ledger/kinds.ts'
import type { TranscriptItem } from '../../supervisor/world.ts'
import { asObject, textIn } from '../fields.ts'
import { observationInTranscript } from './observation.ts'
import { dispatch } from './parse.ts'

/** Reads a line of Claude Code's transcript: a prompt, or the agent's answer in parts. */
export function seenIn(line: JsonObject): TranscriptItem[] {
  const message = asObject(line['message'])
  const isSubagent = line['isSidechain'] === true
  if (isEndedByHook(asObject(line['attachment']))) return [{ kind: 'cut', by: 'hook', ...bySubagent(isSubagent) }]
  if (message?.['role'] === 'user') return seenFromUser(message['content'] ?? null, isSubagent)
  // The program itself writes such messages, in the agent's name.
  const isAgents = message?.['role'] === 'assistant' && message['model'] !== '<synthetic>'
  if (!isAgents || !Array.isArray(message['content'])) return []
  return message['content'].flatMap((part) => seenInPart(part, isSubagent))
}

const bySubagent = (isSubagent: boolean): { isSubagent?: true } => (isSubagent ? { isSubagent } : {})

/** Tool results have the role `user`. */
function seenFromUser(content: Json, isSubagent: boolean): TranscriptItem[] {
  const results = Array.isArray(content) ? content.flatMap(seenResult) : []
  if (results.length > 0) return results
  const text = textOf(content)
  if (text.startsWith(INTERRUPTED)) return [{ kind: 'cut', by: 'person', ...bySubagent(isSubagent) }]
  const feedback = text.startsWith('Stop hook feedback:') ? ({ isFeedback: true } as const) : {}
  return [{ kind: 'prompt', ...feedback, ...bySubagent(isSubagent) }]
}

/** The host writes this in the person's name when the agent is interrupted. */
const INTERRUPTED = '[Request interrupted by user'

const textOf = (content: Json): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? (textIn(asObject(content[0] ?? null), 'text') ?? '')
      : ''

/** True if a hook on a stop answered `continue: false`, which overrules the answers of all other hooks. */
const isEndedByHook = (attachment: JsonObject | null): boolean =>
  attachment?.['type'] === 'hook_stopped_continuation' && attachment['hookEvent'] === 'Stop'

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
