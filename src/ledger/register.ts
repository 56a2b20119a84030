import type { Folds } from './fold.ts'
import type { Tail } from './kinds.ts'

/** The end of a stream at the time retention removed it. */
type Tombstone = Tail & { at: string }

/** `since` is the register seq at which the stream was opened. If it was collected and reopened, that is the latest opening. */
export type Listed = { kind: 'open'; since: number } | { kind: 'collected'; since: number; tombstone: Tombstone }

/** The state of the register, `admin/streams`: which streams exist, and which were collected. */
export type Register = {
  /** The ledger's id; null if the register does not start with it. */
  ledger: string | null
  streams: Map<string, Listed>
  /** Streams listed as new while they were still open: the earlier stream with that name was removed. */
  reopened: { stream: string; seq: number }[]
}

export const emptyRegister = (): Register => ({ ledger: null, streams: new Map(), reopened: [] })

/** Updates the map in place: copying it for each entry would take quadratic time. */
export const REGISTER_FOLDS: Folds<Register> = {
  // Precedes all streams, but not always at seq 1: a repair entry may come first if the first start was killed.
  'ledger.opened': (state, { body }) =>
    state.ledger === null && state.streams.size === 0 && typeof body['ledger'] === 'string'
      ? { ...state, ledger: body['ledger'] }
      : state,
  'stream.opened': (state, { seq, body }) => {
    const stream = String(body['stream'])
    const known = state.streams.get(stream)
    if (known?.kind !== 'open') state.streams.set(stream, { kind: 'open', since: seq })
    // A duplicate of the same line says nothing about the stream; the audit of the register reports it.
    else if (known.since !== seq) state.reopened.push({ stream, seq })
    return state
  },
  'stream.collected': (state, { at, body }) => {
    const stream = String(body['stream'])
    const tombstone = { seq: Number(body['seq']), hash: String(body['hash']), at }
    state.streams.set(stream, { kind: 'collected', since: state.streams.get(stream)?.since ?? 0, tombstone })
    return state
  },
}
