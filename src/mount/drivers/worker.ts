import { randomBytes } from 'node:crypto'
import type { ArtifactRef, Draft, Json } from '../../ledger/kinds.ts'
import { redactText } from '../../ledger/redact.ts'
import { processStart } from '../../ledger/stores/processes.ts'
import { MountError } from '../errors.ts'
import type { Ending } from '../facts.ts'
import { callFile, METRICS, outputStream, RESULT, THREAD } from '../names.ts'
import { firstBytes } from '../text.ts'
import { type Ledger, Output, PIECE_BYTES, type Written } from './output.ts'

/** Returns a name such as `worker/20260131T120000-1a2b3c4d5e6f7081`: it sorts by time and is unique. */
export function newStream(kind: 'run' | 'worker' | 'thread'): string {
  const time = new Date().toISOString().slice(0, 19).replace(/[-:]/g, '')
  return `${kind}/${time}-${randomBytes(8).toString('hex')}`
}

const MAX_TASK_BYTES = 64 << 10
const MAX_INPUT_BYTES = 8 << 10
const MAX_WHY_BYTES = 500
const MAX_TOOL_BYTES = 200

/** Shortens text to fit an entry. Redacts long text before cutting it, because a cut secret is not recognised. */
function shortened(text: string, bytes: number): string {
  const whole = text.toWellFormed()
  return Buffer.byteLength(whole) <= bytes ? whole : firstBytes(redactText(whole).text, bytes)
}

/** Records the trace of one worker. Every promise resolves when its record is durable. */
export class WorkerTrace {
  readonly stream: string
  readonly #ledger: Ledger
  #calls = 0
  #hasEnded = false
  #hasResult = false

  private constructor(ledger: Ledger, stream: string) {
    this.#ledger = ledger
    this.stream = stream
  }

  static async open(ledger: Ledger, about: { run: string; owner: string; task: string }): Promise<WorkerTrace> {
    const trace = new WorkerTrace(ledger, newStream('worker'))
    const task = shortened(about.task, MAX_TASK_BYTES)
    await trace.#add('worker.opened', {
      ...about,
      task,
      process: { pid: process.pid, start: processStart(process.pid) },
    })
    return trace
  }

  async start(): Promise<void> {
    await this.#add('worker.started', {})
  }

  /** Records the start of a tool call. */
  async call(tool: string, input: Json = null): Promise<CallTrace> {
    const call = ++this.#calls
    const file = callFile(call, tool)
    const output = outputStream(this.stream, call)
    const given = shortened(JSON.stringify(input) ?? 'null', MAX_INPUT_BYTES)
    await this.#add('call.started', {
      call,
      tool: shortened(tool, MAX_TOOL_BYTES),
      file,
      input: given,
      cites: [output],
    })
    return new CallTrace(
      file,
      new Output(this.#ledger, output, file),
      async (status, exit, { bytes, head, tail, output }) => {
        const artifacts = output === null ? head : [...head, ...tail]
        const body = { call, status, bytes, heads: head.length, output, exit }
        await this.#add('call.ended', body, artifacts)
      },
    )
  }

  /** Adds a line to `thread.jsonl`. */
  async message(message: Json): Promise<void> {
    await this.#add('message.written', {}, await this.#pieces(THREAD, `${JSON.stringify(message)}\n`))
  }

  /** Adds a line to `metrics.jsonl`. */
  async metric(metric: Json): Promise<void> {
    await this.#add('metric.written', {}, await this.#pieces(METRICS, `${JSON.stringify(metric)}\n`))
  }

  /** Writes `result.txt`: the worker's closing text, even if it is empty. */
  async result(text: string): Promise<void> {
    const pieces = await this.#pieces(RESULT, text)
    this.#hasResult = true
    await this.#add('result.written', {}, pieces)
  }

  /** True if a result was written. */
  get hasResult(): boolean {
    return this.#hasResult
  }

  async end(status: Ending, why: string | null = null): Promise<void> {
    const ending = this.#add('worker.ended', { status, why: why === null ? null : shortened(why, MAX_WHY_BYTES) })
    // Set before the write: a record added in the meantime would follow the end.
    this.#hasEnded = true
    try {
      await ending
    } catch (error) {
      this.#hasEnded = false
      throw error
    }
  }

  async #add(kind: string, body: Draft['body'], artifacts: ArtifactRef[] = []): Promise<void> {
    if (this.#hasEnded) throw new MountError('WORKER_ENDED', `${this.stream} has ended and accepts no more records.`)
    await this.#ledger.append(this.stream, [{ kind, actor: 'harness', body, artifacts }])
  }

  async #pieces(name: string, text: string): Promise<ArtifactRef[]> {
    // Redacted as a whole, because a secret may span two pieces.
    const bytes = Buffer.from(redactText(text.toWellFormed()).text)
    const refs: ArtifactRef[] = []
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      refs.push(await this.#ledger.putArtifact({ name, media: 'text/plain' }, [bytes.subarray(at, at + PIECE_BYTES)]))
    return refs
  }
}

type EndCall = (status: Ending, exit: number | null, written: Written) => Promise<void>

/** Records one tool call: its output as it arrives, then how it ended. */
export class CallTrace {
  readonly #file: string
  readonly #output: Output
  readonly #end: EndCall
  #hasEnded = false

  constructor(file: string, output: Output, end: EndCall) {
    this.#file = file
    this.#output = output
    this.#end = end
  }

  /** Resolves when the bytes are durable. */
  async write(chunk: Uint8Array | string): Promise<void> {
    this.#requireOpen()
    await this.#output.write(typeof chunk === 'string' ? Buffer.from(chunk.toWellFormed()) : chunk)
  }

  /** Ends the call and writes the rest of its output. */
  async end(status: Ending, rest: Uint8Array | string = '', exit: number | null = null): Promise<void> {
    this.#requireOpen()
    const writing = this.write(rest)
    // If this write fails, `end` fails too and reports it.
    writing.catch(() => {})
    this.#hasEnded = true
    await this.#output.end((written) => this.#end(status, exit, written))
    await writing
  }

  /** Refuses output after the end of the call: no file would contain it. */
  #requireOpen(): void {
    if (this.#hasEnded)
      throw new MountError('WORKER_ENDED', `The call for ${this.#file} has ended and accepts no more output.`)
  }
}
