import { isObject, isStreamName, STREAM_KINDS } from '../../kinds.ts'
import { processStart } from '../processes.ts'
import { ensureDir, readTextIfThere, removeIfThere, writeDurably } from './disk.ts'
import { filesIn } from './list.ts'

/**
 * A stream whose session is open, as stored in a file under `open/`: its workspace and its process. If the process is
 * killed, the file stays behind; the session then counts as closed because the process is gone.
 */
export type OpenStream = { stream: string; workspace: string; process: Process | null }

/** A process and its start time, because pids are reused. */
export type Process = { pid: number; start: string }

const pathOf = (home: string, stream: string): string => `${home}/open/${stream}.json`

export function markOpen(home: string, { stream, workspace, process }: OpenStream): void {
  ensureDir(`${home}/open/${stream.slice(0, stream.indexOf('/'))}`)
  writeDurably(pathOf(home, stream), `${JSON.stringify({ workspace, process })}\n`, 0o600)
}

export const markClosed = (home: string, stream: string): void => removeIfThere(pathOf(home, stream))

/** The streams that are open now, as far as the system can tell. */
export function listOpen(home: string): OpenStream[] {
  const names = STREAM_KINDS.flatMap((kind) =>
    filesIn(`${home}/open/${kind}`).map((file) => `${kind}/${file.replace(/\.json$/, '')}`),
  )
  return names.filter(isStreamName).flatMap((stream) => findOpen(home, stream) ?? [])
}

/** The stream if it is open now; null if it was closed, or its process is gone. */
export function findOpen(home: string, stream: string): OpenStream | null {
  const open = parse(stream, readTextIfThere(pathOf(home, stream)) ?? '')
  return open === null || (open.process !== null && !isAlive(open.process)) ? null : open
}

const isAlive = ({ pid, start }: Process): boolean => processStart(pid) === start

/** Returns null if the file is incomplete. */
function parse(stream: string, text: string): OpenStream | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value) || typeof value['workspace'] !== 'string') return null
    return { stream, workspace: value['workspace'], process: isProcess(value['process']) ? value['process'] : null }
  } catch {
    return null
  }
}

const isProcess = (value: unknown): value is Process =>
  isObject(value) && Number.isSafeInteger(value['pid']) && typeof value['start'] === 'string'
