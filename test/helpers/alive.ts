import { execFileSync } from 'node:child_process'

/** True if a process is running. A killed child of a killed parent is gone or a zombie that was not reaped yet. */
export function isAlive(pid: string): boolean {
  try {
    return !/^Z/.test(execFileSync('ps', ['-o', 'stat=', '-p', pid.trim()], { encoding: 'utf8' }))
  } catch {
    return false
  }
}
