import type { ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { RunResult } from './result.ts'
import { killMarked } from './survivors.ts'

/** What a child may use. Past its time it is killed with all it started; past its output the middle is dropped. */
type RunLimits = { timeoutMs: number; maxOutputBytes: number }

const DEFAULT_LIMITS: RunLimits = { timeoutMs: 120_000, maxOutputBytes: 64 << 20 }

/** By this variable a run's children are known, wherever they went. */
const MARK = 'CHECK_RUN'

type Surroundings = { cwd: string; env: NodeJS.ProcessEnv }

/** Runs a program and waits for it. */
export type RunProgram = (
  command: string,
  args: readonly string[],
  options: Surroundings & Partial<RunLimits> & { signal?: AbortSignal; input?: string; survivors?: 'hunted' },
) => Promise<RunResult>

/** The same for one that only has to say something within its limits. */
export type PlainRun = (
  command: string,
  args: readonly string[],
  options: Surroundings & RunLimits,
) => Promise<RunResult>

/**
 * Runs a program in a process group of its own and waits for it; whatever it leaves running is killed with its group, and so
 * is all of it when `signal` aborts. `input` is what it is given to read; without it there is nothing. With `survivors:
 * 'hunted'` also what has left the group is killed, by a mark in its environment. How processes are started is handed in:
 * loading that costs a hook more than most of them need.
 */
export const runWith =
  (start: typeof spawn): RunProgram =>
  (command, args, options) => {
    const limits = { ...DEFAULT_LIMITS, ...options }
    const startedAt = performance.now()
    const mark = options.survivors === 'hunted' ? randomUUID() : null
    return new Promise((resolve) => {
      const child = start(command, args, {
        cwd: options.cwd,
        env: mark === null ? options.env : { ...options.env, [MARK]: mark },
        detached: true,
        stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      })
      // Whoever does not read what it is given may end without it.
      child.stdin?.on('error', () => {}).end(options.input)
      const stdout = new Output(limits.maxOutputBytes)
      const stderr = new Output(limits.maxOutputBytes)
      child.stdout?.on('data', (chunk: Buffer) => stdout.add(chunk))
      child.stderr?.on('data', (chunk: Buffer) => stderr.add(chunk))
      let isLate = false
      let leaving: NodeJS.Timeout | undefined
      const timer = setTimeout(() => {
        isLate = true
        killGroup(child.pid)
      }, limits.timeoutMs)
      const abort = () => killGroup(child.pid)
      options.signal?.addEventListener('abort', abort, { once: true })
      if (options.signal?.aborted === true) abort()
      const finish = (ended: RunResult['ended'], exit: number | null) => {
        clearTimeout(timer)
        clearTimeout(leaving)
        options.signal?.removeEventListener('abort', abort)
        killGroup(child.pid)
        if (mark !== null) killMarked(MARK, mark)
        resolve({
          exit,
          ended,
          stdout: stdout.bytes(),
          stderr: stderr.bytes(),
          durationMs: Math.round(performance.now() - startedAt),
          droppedBytes: stdout.dropped + stderr.dropped,
        })
      }
      child.once('error', () => finish('not-started', null))
      // A grandchild that keeps the pipes open must not keep us waiting: the group goes when its leader has gone, and one that
      // left the group gets no more than a moment.
      child.once('exit', () => {
        killGroup(child.pid)
        leaving = setTimeout(() => release(child), PIPE_GRACE_MS)
      })
      child.once('close', (code) => finish(isLate ? 'timed-out' : code === null ? 'killed' : 'exited', code))
    })
  }

/** So long pipes may stay open once the program has ended; what is in them by then has long been read. */
export const PIPE_GRACE_MS = 1000

/** Lets go of the pipes of a child, whoever else holds them. */
export function release({ stdin, stdout, stderr }: Pick<ChildProcess, 'stdin' | 'stdout' | 'stderr'>): void {
  for (const pipe of [stdin, stdout, stderr]) pipe?.destroy()
}

/** Output up to a limit: its beginning and its end, because tools print their conclusion last. */
class Output {
  dropped = 0
  readonly #head: Buffer[] = []
  readonly #tail: Buffer[] = []
  #headRoom: number
  readonly #tailRoom: number
  #tailBytes = 0

  constructor(room: number) {
    this.#tailRoom = room >> 1
    this.#headRoom = room - this.#tailRoom
  }

  add(chunk: Buffer): void {
    const first = chunk.subarray(0, this.#headRoom)
    this.#headRoom -= first.length
    if (first.length > 0) this.#head.push(first)
    const rest = chunk.subarray(first.length)
    if (rest.length > 0) this.#tail.push(rest)
    this.#tailBytes += rest.length
    this.#drop(this.#tailBytes - this.#tailRoom)
  }

  #drop(tooMany: number): void {
    for (let left = tooMany; left > 0; ) {
      const [oldest] = this.#tail
      if (oldest === undefined) return
      const gone = Math.min(left, oldest.length)
      if (gone === oldest.length) this.#tail.shift()
      else this.#tail[0] = oldest.subarray(gone)
      left -= gone
      this.#tailBytes -= gone
      this.dropped += gone
    }
  }

  bytes(): Buffer {
    return Buffer.concat([...this.#head, ...this.#tail])
  }
}

/** Ends a process group at once. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody is left in it.
  }
}
