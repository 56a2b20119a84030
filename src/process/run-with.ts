import type { ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { RunResult } from './result.ts'
import { killMarked } from './survivors.ts'

/** Limits for a child. On timeout it is killed with everything it started; the middle of excess output is dropped. */
type RunLimits = { timeoutMs: number; maxOutputBytes: number }

const DEFAULT_LIMITS: RunLimits = { timeoutMs: 120_000, maxOutputBytes: 64 << 20 }

/** This variable identifies a run's children, even outside its process group. */
const MARK = 'CHECK_RUN'

type Surroundings = { cwd: string; env: NodeJS.ProcessEnv }

/** Runs a program and waits for it. */
export type RunProgram = (
  command: string,
  args: readonly string[],
  options: Surroundings &
    Partial<RunLimits> & { signal?: AbortSignal; input?: string; survivors?: 'hunted'; watch?: Watch },
) => Promise<RunResult>

/** Receives all output as it arrives, both streams mixed. Reading pauses until the promise settles. */
type Watch = (chunk: Uint8Array) => Promise<void>

/** A simpler `RunProgram` for programs that need no input, abort signal or hunt for survivors. */
export type PlainRun = (
  command: string,
  args: readonly string[],
  options: Surroundings & RunLimits,
) => Promise<RunResult>

/**
 * Runs a program in its own process group and waits for it. Processes it leaves running are killed with the group, and the
 * whole group is killed when `signal` aborts. `input` is its standard input; without it, standard input is empty. With
 * `survivors: 'hunted'`, processes that left the group are killed too, found by a mark in their environment. `spawn` is
 * passed in because most hooks do not need it and loading it is expensive.
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
      // The program may end without reading its input.
      child.stdin?.on('error', () => {}).end(options.input)
      const stdout = new Output(limits.maxOutputBytes)
      const stderr = new Output(limits.maxOutputBytes)
      for (const [pipe, output] of [[child.stdout, stdout] as const, [child.stderr, stderr] as const])
        pipe?.on('data', (chunk: Buffer) => {
          output.add(chunk)
          if (options.watch === undefined) return
          pipe.pause()
          const resume = (): unknown => pipe.resume()
          options.watch(chunk).then(resume, resume)
        })
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
      // A grandchild that keeps the pipes open must not keep us waiting: the group is killed when its leader exits, and a
      // process that left the group gets only a short grace period.
      child.once('exit', () => {
        killGroup(child.pid)
        leaving = setTimeout(() => release(child), PIPE_GRACE_MS)
      })
      child.once('close', (code) => finish(isLate ? 'timed-out' : code === null ? 'killed' : 'exited', code))
    })
  }

/** The time that pipes may stay open after the program has ended; by then their content has been read. */
export const PIPE_GRACE_MS = 1000

/** Closes our ends of a child's pipes, even if other processes hold them open. */
export function release({ stdin, stdout, stderr }: Pick<ChildProcess, 'stdin' | 'stdout' | 'stderr'>): void {
  for (const pipe of [stdin, stdout, stderr]) pipe?.destroy()
}

/** Keeps output up to a limit: its beginning and its end, because tools print their conclusion last. */
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

/** Kills a process group. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group is empty.
  }
}
