import { readdirSync, readFileSync } from 'node:fs'

/** Whatever is started while others are ended is looked for again, so often. */
const MAX_ROUNDS = 5

/** Ends every process that has a variable with this value, as far as /proc tells; elsewhere none. */
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
    // Of another user, or gone in this moment.
    return false
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
