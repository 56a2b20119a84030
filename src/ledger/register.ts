import type { Folds } from './fold.ts'
import type { Tail } from './kinds.ts'

/** Where a stream stood when it was removed on purpose. */
export type Tombstone = Tail & { at: string }

/** What the register, `admin/streams`, says: which streams there are, and which were collected. */
export type Register = {
  /** The ledger's own id; null where the register does not begin as registers do. */
  ledger: string | null
  streams: Map<string, { kind: 'open' } | { kind: 'collected'; tombstone: Tombstone }>
  /** Streams listed as new while they were open already: their first life was removed. */
  reopened: { stream: string; seq: number }[]
}

export const emptyRegister = (): Register => ({ ledger: null, streams: new Map(), reopened: [] })

/** The state is one map for all streams and changes in place: a copy for each entry would cost the square. */
export const REGISTER_FOLDS: Folds<Register> = {
  'ledger.opened': (state, { seq, body }) =>
    seq === 1 && typeof body['ledger'] === 'string' ? { ...state, ledger: body['ledger'] } : state,
  'stream.opened': (state, { seq, body }) => {
    const stream = String(body['stream'])
    if (state.streams.get(stream)?.kind === 'open') state.reopened.push({ stream, seq })
    state.streams.set(stream, { kind: 'open' })
    return state
  },
  'stream.collected': (state, { at, body }) => {
    const tombstone = { seq: Number(body['seq']), hash: String(body['hash']), at }
    state.streams.set(String(body['stream']), { kind: 'collected', tombstone })
    return state
  },
}
