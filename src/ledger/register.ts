import type { Folds } from './fold.ts'
import type { Tail } from './kinds.ts'

/** Where a stream stood when it was removed on purpose. */
type Tombstone = Tail & { at: string }

/** `since` is the register's seq at which the stream began; where it was collected and began anew, the last time. */
export type Listed = { kind: 'open'; since: number } | { kind: 'collected'; since: number; tombstone: Tombstone }

/** What the register, `admin/streams`, says: which streams there are, and which were collected. */
export type Register = {
  /** The ledger's own id; null where the register does not begin as registers do. */
  ledger: string | null
  streams: Map<string, Listed>
  /** Streams listed as new while they were open already: their first life was removed. */
  reopened: { stream: string; seq: number }[]
}

export const emptyRegister = (): Register => ({ ledger: null, streams: new Map(), reopened: [] })

/** The state is one map for all streams and changes in place: a copy for each entry would cost the square. */
export const REGISTER_FOLDS: Folds<Register> = {
  // Before all streams, though not always at seq 1: a first start that was killed may have left a repair to be said.
  'ledger.opened': (state, { body }) =>
    state.ledger === null && state.streams.size === 0 && typeof body['ledger'] === 'string'
      ? { ...state, ledger: body['ledger'] }
      : state,
  'stream.opened': (state, { seq, body }) => {
    const stream = String(body['stream'])
    const known = state.streams.get(stream)
    if (known?.kind !== 'open') state.streams.set(stream, { kind: 'open', since: seq })
    // The same line a second time is for the audit of the register to find, and says nothing about the stream.
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
