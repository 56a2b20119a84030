import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { killGroup, PIPE_GRACE_MS, release } from './run-with.ts'

/** A line of a program's output, or a marker for a line over the limit. */
type Line = { kind: 'line'; text: string } | { kind: 'too-long' }

/** A program's exit code, or the signal that ended it. */
type Exited = { exit: number | null; signal: NodeJS.Signals | null }

/** A conversation with a program, line by line. The program has its own process group. */
export type Talk = {
  /** Writes a line; it is lost if the program no longer reads. */
  say(line: string): void
  /** The next line; null at the end. Reads no further ahead than a pipe's buffer. */
  hear(): Promise<Line | null>
  /** The tail of the program's standard error. */
  complaints(): string
  /** Writes a last line, waits `graceMs` for the program to exit, then kills it and everything it started. */
  end(last: { line: string; graceMs: number } | null): Promise<Exited>
}

export type TalkOptions = { cwd: string; env: NodeJS.ProcessEnv; maxLineBytes: number }

/** Starts a program to talk to; rejects if it cannot be started. */
export async function talk(command: string, args: readonly string[], options: TalkOptions): Promise<Talk> {
  const { cwd, env, maxLineBytes } = options
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  // The program may stop reading; anything written after that is lost.
  child.stdin.on('error', () => {})
  const exited = new Promise<Exited>((resolve) => {
    child.once('error', () => resolve({ exit: null, signal: null }))
    child.once('exit', (exit, signal) => resolve({ exit, signal }))
  })
  // Processes that the program leaves behind would keep its pipes open, so the group is killed when its leader exits.
  child.once('exit', () => killGroup(child.pid))
  const complained = new Promise((resolve) => child.stderr.once('close', resolve))
  const complaints = tailOf(child.stderr)
  const lines = linesOf(child.stdout, maxLineBytes)
  await once(child, 'spawn')
  return {
    say: (line) => void (child.stdin.writable && child.stdin.write(`${line}\n`)),
    hear: async () => (await lines.next()).value ?? null,
    complaints,
    end: async (last) => {
      if (last !== null) {
        child.stdin.end(`${last.line}\n`)
        await within(last.graceMs, exited)
      }
      killGroup(child.pid)
      const how = await exited
      // Standard error may still hold output. A process outside the group that holds the pipe open must not block us.
      await within(PIPE_GRACE_MS, complained)
      release(child)
      return how
    },
  }
}

/** Waits for a promise, for at most `ms`. */
async function within(ms: number, awaited: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([awaited, late])
  clearTimeout(timer)
}

/** Splits a stream into lines, in bounded memory. An endless line yields `too-long` repeatedly. */
async function* linesOf(stream: Readable, maxLineBytes: number): AsyncGenerator<Line, null> {
  const line = new LineBuffer(maxLineBytes)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0
    for (let to = chunk.indexOf(NEWLINE); to !== -1; to = chunk.indexOf(NEWLINE, from)) {
      yield* line.add(chunk.subarray(from, to))
      yield* line.end()
      from = to + 1
    }
    yield* line.add(chunk.subarray(from))
  }
  if (!line.isEmpty) yield* line.end()
  return null
}

/** A line that is being read. If it exceeds the limit, all of it is dropped. */
class LineBuffer {
  readonly #maxBytes: number
  #parts: Buffer[] = []
  #bytes = 0
  #isCut = false

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get isEmpty(): boolean {
    return this.#bytes === 0 && !this.#isCut
  }

  *add(part: Buffer): Generator<Line> {
    this.#bytes += part.length
    this.#parts.push(part)
    if (this.#bytes <= this.#maxBytes) return
    this.#clear(true)
    yield { kind: 'too-long' }
  }

  *end(): Generator<Line> {
    if (!this.#isCut) yield { kind: 'line', text: Buffer.concat(this.#parts).toString('utf8') }
    this.#clear(false)
  }

  #clear(isCut: boolean): void {
    this.#parts = []
    this.#bytes = 0
    this.#isCut = isCut
  }
}

const NEWLINE = 0x0a
const TAIL_BYTES = 16 << 10

/** Keeps the end of a stream's data. */
function tailOf(stream: Readable): () => string {
  let tail: Buffer = Buffer.alloc(0)
  stream.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES)
  })
  stream.on('error', () => {})
  return () => tail.toString('utf8').replace(/^\ufffd+/, '')
}
