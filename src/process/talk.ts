import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { killGroup, PIPE_GRACE_MS, release } from './run-with.ts'

/** A piece of what a program wrote: a line, or as much of one as a line may have. */
type Line = { kind: 'line'; text: string } | { kind: 'too-long' }

/** How a program ended. */
type Exited = { exit: number | null; signal: NodeJS.Signals | null }

/** A program that is spoken with line by line, in a process group of its own. */
export type Talk = {
  /** Writes a line; one that nobody reads any more is lost. */
  say(line: string): void
  /** The next line; null where there will be none. Nothing is read ahead of what is asked for but a pipe's worth. */
  hear(): Promise<Line | null>
  /** The end of what it wrote to standard error. */
  complaints(): string
  /** Says a last line, gives it so long to go by itself, and kills it with all that it started. Resolves with how it ended. */
  end(last: { line: string; graceMs: number } | null): Promise<Exited>
}

export type TalkOptions = { cwd: string; env: NodeJS.ProcessEnv; maxLineBytes: number }

/** Starts a program to speak with; rejects where it cannot be started. */
export async function talk(command: string, args: readonly string[], options: TalkOptions): Promise<Talk> {
  const { cwd, env, maxLineBytes } = options
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  // Whoever does not read what it is told will be told no more; that is its own affair.
  child.stdin.on('error', () => {})
  const exited = new Promise<Exited>((resolve) => {
    child.once('error', () => resolve({ exit: null, signal: null }))
    child.once('exit', (exit, signal) => resolve({ exit, signal }))
  })
  // Whatever it leaves behind would keep its pipes open: the group goes when its leader has gone.
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
      // What it complained about is still on its way; whoever outside the group holds the pipe open is not waited for.
      await within(PIPE_GRACE_MS, complained)
      release(child)
      return how
    },
  }
}

/** Waits for something, but not longer than so long. */
async function within(ms: number, awaited: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([awaited, late])
  clearTimeout(timer)
}

/** Cuts a stream into lines, in bounded memory. A line without end comes as many that are too long. */
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

/** A line that is being read. Past its limit what was read of it is dropped, and so is its end. */
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

/** Keeps the end of what a stream gives. */
function tailOf(stream: Readable): () => string {
  let tail: Buffer = Buffer.alloc(0)
  stream.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES)
  })
  stream.on('error', () => {})
  return () => tail.toString('utf8').replace(/^\ufffd+/, '')
}
