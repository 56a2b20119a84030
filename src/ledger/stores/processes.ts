import { readFileSync, readlinkSync, statSync } from 'node:fs'

/**
 * Returns the start time of a process, as the system counts it; empty if the process does not exist or is a zombie.
 * Without /proc the start time is unknown, so any live process with this pid is `running`.
 */
export function processStart(pid: number): string {
  if (!hasProc()) return isRunning(pid) ? 'running' : ''
  const stat = readUnless(['ENOENT', 'ESRCH'], `/proc/${pid}/stat`)
  if (stat === null) return ''
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? '' : (fields[19] ?? '')
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

let procShowsUs: boolean | undefined

/** True if /proc uses the same pids as we do; in a container it may belong to another namespace. */
export function hasProc(): boolean {
  procShowsUs ??=
    statSync('/proc/self', { throwIfNoEntry: false }) !== undefined &&
    readlinkSync('/proc/self') === String(process.pid)
  return procShowsUs
}

/** Reads a file; null for the given error codes. Others, such as too many open files, must not look like a dead process. */
export function readUnless(codes: readonly string[], path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
