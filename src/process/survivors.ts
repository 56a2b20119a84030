import { readdirSync, readFileSync } from 'node:fs'

/** Processes may start while others are killed, so the search repeats up to this many times. */
const MAX_ROUNDS = 5

/** Kills every process with this environment variable and value, as far as /proc shows; none without /proc. */
export function killMarked(name: string, value: string, proc = '/proc'): void {
  for (let i = 0; i < MAX_ROUNDS; i++) {
    const found = pidsIn(proc).filter((pid) => isMarked(`${proc}/${pid}/environ`, `${name}=${value}`))
    for (const pid of found) killQuietly(pid)
    if (found.length === 0) return
  }
}

function pidsIn(proc: string): number[] {
  try {
    return readdirSync(proc).flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  } catch {
    return []
  }
}

function isMarked(path: string, mark: string): boolean {
  try {
    return readFileSync(path, 'latin1').split('\0').includes(mark)
  } catch {
    // The process belongs to another user, or has just ended.
    return false
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}
