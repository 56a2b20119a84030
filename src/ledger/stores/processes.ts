import { readFileSync, readlinkSync, statSync } from 'node:fs'

/** What the system says of processes. */

/**
 * When a process started, as its system counts it; empty where there is no such process, or only a zombie.
 * Where there is no /proc, a living process is known only by its pid.
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

/** Whether /proc shows processes by the pids they have for us; in a container it may be another's. */
export function hasProc(): boolean {
  procShowsUs ??=
    statSync('/proc/self', { throwIfNoEntry: false }) !== undefined &&
    readlinkSync('/proc/self') === String(process.pid)
  return procShowsUs
}

/** Null for the failures named; any other, such as too many open files, must not pass for the death of a process. */
export function readUnless(codes: readonly string[], path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codes.includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}
