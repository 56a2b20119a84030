import { readFileSync } from 'node:fs'

/** True if a process is running. A killed child of a killed parent is gone or a zombie that was not reaped yet. */
export function isAlive(pid: string): boolean {
  try {
    return (
      readFileSync(`/proc/${Number(pid)}/stat`, 'latin1')
        .split(') ')
        .at(-1)?.[0] !== 'Z'
    )
  } catch {
    return false
  }
}
