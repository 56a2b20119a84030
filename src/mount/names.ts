import { MountError } from './errors.ts'

/** Names of the streams and files in a worker's trace. */

export const RESULT = 'result.txt'
export const THREAD = 'thread.jsonl'
export const METRICS = 'metrics.jsonl'
const TOOL_CALLS = 'tool_calls/'

const MAX_TOOL_CHARS = 60

const numbered = (call: number): string => String(call).padStart(3, '0')

/** The file of a tool call: `tool_calls/001_ssh_exec.txt`. Characters that are not letters or digits become `_`. */
export const callFile = (call: number, tool: string): string =>
  `${TOOL_CALLS}${numbered(call)}_${tool.replace(/[^A-Za-z0-9-]/g, '_').slice(0, MAX_TOOL_CHARS) || 'tool'}.txt`

/** The stream of a call's output. */
export const outputStream = (worker: string, call: number): string => `${worker}.${numbered(call)}`

export const isToolFile = (name: string): boolean => name.startsWith(TOOL_CALLS)

/** Checks a file name from a model. Files are looked up by name, never by path; anything else is refused early. */
export function requireFileName(name: unknown): string {
  if (typeof name !== 'string' || !/^(?:tool_calls\/)?[A-Za-z0-9][\w.-]{0,120}$/.test(name))
    throw new MountError('FILE_REFUSED', 'Not a valid trace file name. Example: tool_calls/001_ssh_exec.txt')
  return name
}

/** Checks an owner. Without an owner, nothing can be read. */
export function requireOwner(owner: unknown): string {
  if (typeof owner !== 'string' || owner.trim() === '')
    throw new MountError('OWNER_MISSING', 'No owner is set, so no runs or workers can be read.')
  return owner
}
