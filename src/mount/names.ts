import { MountError } from './errors.ts'

/** The names of a worker's trace: the streams and files it consists of. */

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

/** Checks an owner. Without one there is no access to anything. */
export function requireOwner(owner: unknown): string {
  if (typeof owner !== 'string' || owner.trim() === '')
    throw new MountError('OWNER_MISSING', 'No owner is set, so no runs and no workers can be reached.')
  return owner
}
