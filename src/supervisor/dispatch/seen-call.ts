import { type Attempt, attemptOf } from '../../dispatch/attempt.ts'
import type { Json } from '../../ledger/kinds.ts'
import type { Call } from '../../trust/call.ts'
import type { Dispatch } from '../event.ts'
import type { Tools } from '../tools.ts'

/** A recorded call as scorers see it; null if its input is no longer there or was too long to be kept in its entry. */
export function recordedCall(recorded: { tool: string; input: Json } | null, tools: Tools): Call | null {
  if (recorded === null || recorded.input === null) return null
  const { tool, input } = recorded
  const act = tools.actOf({ tool, input, call: null, command: null })
  return commonCall({ tool, input, command: act.kind === 'shell' ? act.command : null }, attemptOf(act))
}

/** The call in terms that all hosts share: what one host calls `write_file`, another calls `Write`. */
export function commonCall({ tool, input, command }: Omit<Dispatch, 'call'>, { files }: Pick<Attempt, 'files'>): Call {
  if (command !== null) return { tool, input, command }
  const [file] = files
  if (file === undefined || files.length > 1) return { tool, input, command }
  const { path, how, below, change } = file
  if (how === 'read' && below === 'nothing') return { tool: 'Read', input: { file_path: path }, command }
  if (change === null) return { tool, input, command }
  if (change.kind === 'whole') return { tool: 'Write', input: { file_path: path, content: change.text }, command }
  const [edit] = change.edits
  if (edit === undefined || change.edits.length > 1) return { tool, input, command }
  return { tool: 'Edit', input: { file_path: path, old_string: edit.from, new_string: edit.to }, command }
}
