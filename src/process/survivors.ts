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

/** The result of a hunt: nothing is left, something is, or there is no /proc to look at. */
export type Hunt = 'ended' | 'running' | 'unseen'

/** Longer than a killed process takes to go, unless its disk or network file system hangs. */
const MAX_WAIT_MS = 5000
const PAUSE_MS = 10
const EMPTY_SEARCHES = 4

/**
 * Kills every process with this environment variable and value, and waits until they are gone. The environment of a
 * program that changed its user, such as sudo, is hidden: one with exactly this command line counts as still running.
 */
export async function endMarked(
  mark: { name: string; value: string; argv: readonly string[] },
  proc = '/proc',
): Promise<Hunt> {
  if (pidsIn(proc).length === 0) return 'unseen'
  const deadline = performance.now() + MAX_WAIT_MS
  // Several in a row: a process that starts another and exits during a search hides the other from that search.
  for (let empty = 0; empty < EMPTY_SEARCHES; ) {
    if (performance.now() > deadline) return 'running'
    const found = pidsIn(proc).filter((pid) => isMarked(`${proc}/${pid}/environ`, `${mark.name}=${mark.value}`))
    for (const pid of found) killQuietly(pid)
    empty = found.length === 0 ? empty + 1 : 0
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return pidsIn(proc).some((pid) => isHidden(`${proc}/${pid}`, mark.argv)) ? 'running' : 'ended'
}

function isHidden(process: string, argv: readonly string[]): boolean {
  try {
    if (readFileSync(`${process}/cmdline`, 'utf8') !== `${argv.join('\0')}\0`) return false
    readFileSync(`${process}/environ`)
    return false
  } catch (error) {
    return !['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')
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
    // It belongs to another user, or has just ended.
    return false
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
