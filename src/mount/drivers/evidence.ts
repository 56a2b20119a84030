import type { Entry } from '../../ledger/kinds.ts'
import type { Range, Store } from '../../ledger/store.ts'
import { MountError } from '../errors.ts'
import { factOf } from '../facts.ts'
import { requireOwner } from '../names.ts'
import { requireWorker, type SeenWorker, type Snapshot } from '../snapshot.ts'
import { foldRun, foldWorker, type Part, type RunState, type TraceFile, type WorkerState, withPart } from '../state.ts'

export type Reading = Pick<Store, 'read' | 'head' | 'readArtifact'>

/** Reads an owner's run and keeps the folded state, so that the next read folds only new entries. */
export class Evidence {
  readonly #ledger: Reading
  readonly #stream: string
  readonly #owner: string
  #run: Folded<RunState> = NOTHING
  #reading: Promise<unknown> = Promise.resolve()
  readonly #workers = new Map<string, Folded<WorkerState>>()

  private constructor(ledger: Reading, stream: string, owner: string) {
    this.#ledger = ledger
    this.#stream = stream
    this.#owner = owner
  }

  /** Opens a run. Throws RUN_UNKNOWN if it belongs to another owner. */
  static async open(ledger: Reading, { run, owner }: { run: string; owner: string }): Promise<Evidence> {
    const evidence = new Evidence(ledger, run, requireOwner(owner))
    await evidence.run()
    return evidence
  }

  /** The current state of the run. */
  run(): Promise<RunState> {
    return this.#inTurn(() => this.#readRun())
  }

  /** The worker with a job number, or null if its trace is gone. */
  worker(job: number): Promise<WorkerState | null> {
    return this.#inTurn(() => this.#readWorker(job))
  }

  /** All current evidence. */
  snapshot(): Promise<Snapshot> {
    return this.#inTurn(() => this.#readAll())
  }

  /** Runs one read at a time: folds mutate their state, so concurrent reads would fold the same entries twice. */
  #inTurn<Read>(read: () => Promise<Read>): Promise<Read> {
    const reading = this.#reading.then(read)
    this.#reading = reading.catch(() => {})
    return reading
  }

  async #readRun(): Promise<RunState> {
    const known = this.#run
    // A read that fails halfway must not leave half-folded state behind.
    this.#run = NOTHING
    this.#run = await catchUp(this.#ledger, this.#stream, known, foldRun)
    const { state } = this.#run
    if (state === null || state.owner !== this.#owner)
      throw new MountError('RUN_UNKNOWN', `This owner has no run ${this.#stream}.`)
    return state
  }

  async #readWorker(job: number): Promise<WorkerState | null> {
    const { workers } = await this.#readRun()
    return this.#worker(requireWorker(workers, job))
  }

  async #readAll(): Promise<Snapshot> {
    const { workers } = await this.#readRun()
    const heads: { [stream: string]: number } = { [this.#stream]: this.#run.seq }
    const seen: SeenWorker[] = []
    for (const [i, stream] of workers.entries()) {
      const state = await this.#worker(stream)
      heads[stream] = this.#workers.get(stream)?.seq ?? 0
      seen.push(await seenWorker(this.#ledger, { job: i + 1, stream, state }, heads, null))
    }
    return { run: this.#stream, workers: seen, heads }
  }

  async #worker(stream: string): Promise<WorkerState | null> {
    const known = this.#workers.get(stream) ?? NOTHING
    // A worker's stream has no entries after its end.
    if (known.state !== null && known.state.at.ended !== null) return known.state
    this.#workers.delete(stream)
    const folded = await catchUp(this.#ledger, stream, known, foldWorker)
    if (folded.state !== null && !this.#isOurs(folded.state)) return null
    this.#workers.set(stream, folded)
    return folded.state
  }

  #isOurs({ run, owner }: WorkerState): boolean {
    return run === this.#stream && owner === this.#owner
  }
}

type Folded<State> = { state: State | null; seq: number }
const NOTHING = { state: null, seq: 0 }
type FoldInto<State> = (state: State | null, entry: Entry) => State | null

async function catchUp<State>(
  ledger: Reading,
  stream: string,
  { state, seq }: Folded<State>,
  into: FoldInto<State>,
): Promise<Folded<State>> {
  const head = await ledger.head(stream)
  if (head === null || head.seq === seq) return { state, seq }
  return foldStream(ledger, stream, { state, seq }, head.seq, into)
}

async function foldStream<State>(
  ledger: Reading,
  stream: string,
  from: Folded<State>,
  until: number,
  into: FoldInto<State>,
): Promise<Folded<State>> {
  let { state } = from
  for await (const entry of ledger.read(stream, { start: from.seq + 1, end: until + 1 })) state = into(state, entry)
  return { state, seq: until }
}

/** A run's evidence at the time of a mount, read again up to the recorded heads. */
export async function pastSnapshot(
  ledger: Reading,
  { run, owner }: { run: string; owner: string },
  heads: Snapshot['heads'],
): Promise<Snapshot> {
  const { state } = await foldStream(ledger, run, { state: null, seq: 0 }, heads[run] ?? 0, foldRun)
  const seen: SeenWorker[] = []
  for (const [i, stream] of (state?.workers ?? []).entries()) {
    const until = heads[stream] ?? 0
    const past = until === 0 ? null : await foldStream(ledger, stream, { state: null, seq: 0 }, until, foldWorker)
    const isOurs = past?.state?.run === run && past.state.owner === owner
    seen.push(await seenWorker(ledger, { job: i + 1, stream, state: isOurs ? past.state : null }, {}, heads))
  }
  return { run, workers: seen, heads }
}

/**
 * Adds the output of calls that have not ended and stores in `heads` how far it was read. `limits` says how far to read;
 * an output that it does not list had not begun.
 */
async function seenWorker(
  ledger: Reading,
  { job, stream, state }: { job: number; stream: string; state: WorkerState | null },
  heads: { [stream: string]: number },
  limits: Snapshot['heads'] | null,
): Promise<SeenWorker> {
  if (state === null) return { job, stream, task: '', status: 'unavailable', why: null, files: [] }
  const files: TraceFile[] = []
  for (const file of state.files.values()) {
    const { output } = file
    if (file.status !== 'running' || output === null) {
      files.push(file)
      continue
    }
    const until = limits === null ? ((await ledger.head(output))?.seq ?? 0) : (limits[output] ?? 0)
    if (until > 0) heads[output] = until
    // A call that never ended failed with its worker.
    const open: TraceFile = { ...file, status: state.at.ended === null ? 'running' : 'failed' }
    files.push(until === 0 ? open : await unfinished(ledger, open, output, until))
  }
  const { task, status, why } = state
  return { job, stream, task, status, why, files }
}

/** Number of entries to read from the end of an unfinished output. */
const LAST_PIECES = 64

async function unfinished(ledger: Reading, file: TraceFile, output: string, until: number): Promise<TraceFile> {
  const from = Math.max(1, until - LAST_PIECES + 1)
  const last = await piecesIn(ledger, output, { start: from, end: until + 1 })
  const first = from === 1 ? last : await piecesIn(ledger, output, { start: 1, end: 2 })
  const { head } = first.reduce(withPart, file)
  const { tail } = last.reduce(withPart, file)
  const end = last.at(-1)
  return { ...file, head, tail, bytes: end === undefined ? 0 : end.offset + end.bytes }
}

type Piece = Part & { offset: number }

async function piecesIn(ledger: Reading, output: string, range: Range): Promise<Piece[]> {
  const pieces: Piece[] = []
  for await (const entry of ledger.read(output, range)) {
    const fact = factOf(entry)
    if (fact?.kind !== 'output.written') continue
    for (const { sha256, bytes } of entry.artifacts) pieces.push({ sha256, bytes, offset: fact.body.offset })
  }
  return pieces
}
