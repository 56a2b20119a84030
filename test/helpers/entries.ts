import { type Actor, type Entry, GENESIS, type JsonObject } from '../../src/ledger/kinds.ts'

/** An entry in brief: kind, body, and the actor if it is not the harness. */
export type Said = readonly [kind: string, body?: JsonObject, actor?: Actor]

/** Entries of one stream, one second apart. */
export const entriesOf = (said: readonly Said[], stream = 'session/a'): Entry[] =>
  said.map(([kind, body = {}, actor = 'harness'], i) => ({
    v: 1,
    stream,
    seq: i + 1,
    at: new Date(Date.UTC(2026, 2, 1, 12, 0, i)).toISOString(),
    kind,
    actor,
    body,
    artifacts: [],
    prev: GENESIS,
  }))

export const OPENED: Said = ['turn.opened', { prompt: 'p' }]
export const STOPPED: Said = ['stop.reached', { message: 'Done.', gated: true }]
export const judged = (verdict: string, more: JsonObject = {}): Said => ['stop.judged', { verdict, ...more }]
