import { isObject, isStreamName, STREAM_KINDS } from '../../kinds.ts'
import { processStart } from '../processes.ts'
import { ensureDir, readTextIfThere, removeIfThere, writeDurably } from './disk.ts'
import { filesIn } from './list.ts'

/**
 * The streams whose session goes on, one file each under `open/`: where it works, and which process it is. A session
 * whose process was killed leaves its file behind; the process tells that it is no longer open.
 */
export type OpenStream = { stream: string; workspace: string; process: Process | null }

/** A process, and when it started: pids are given out again. */
export type Process = { pid: number; start: string }

const pathOf = (home: string, stream: string): string => `${home}/open/${stream}.json`

export function markOpen(home: string, { stream, workspace, process }: OpenStream): void {
  ensureDir(`${home}/open/${stream.slice(0, stream.indexOf('/'))}`)
  writeDurably(pathOf(home, stream), `${JSON.stringify({ workspace, process })}\n`, 0o600)
}

export const markClosed = (home: string, stream: string): void => removeIfThere(pathOf(home, stream))

/** Those that are open now, as far as the system tells. */
export function listOpen(home: string): OpenStream[] {
  const names = STREAM_KINDS.flatMap((kind) =>
    filesIn(`${home}/open/${kind}`).map((file) => `${kind}/${file.replace(/\.json$/, '')}`),
  )
  return names.filter(isStreamName).flatMap((stream) => {
    const open = parse(stream, readTextIfThere(pathOf(home, stream)) ?? '')
    return open === null || (open.process !== null && !isAlive(open.process)) ? [] : [open]
  })
}

const isAlive = ({ pid, start }: Process): boolean => processStart(pid) === start

/** Half a file counts for nothing. */
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
