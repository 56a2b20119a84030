import { prepareOwn } from '../../chain.ts'
import { LedgerError } from '../../errors.ts'
import { type Draft, GENESIS, type JsonObject, type OwnKind } from '../../kinds.ts'
import { appendUnderLock, chainSpool } from './append.ts'
import { storeSync } from './artifacts.ts'
import type { Home } from './home.ts'
import { createKey, makeCurrent } from './keyring.ts'
import { KEY_STREAM } from './layout.ts'
import { listHeads, listStreams } from './list.ts'
import { readHead } from './read.ts'
import { rotationsOf } from './rotations.ts'
import { listSpool, spooledStreams } from './spool.ts'
import { findEnd } from './tail.ts'
import { withLock } from './with-lock.ts'
import { forget, type OpenStreams, resealHead } from './writer.ts'

/**
 * Switches to a new key and retires the others. One rotation at a time, so keys come into use in the order announced.
 * `decision` says who decided it.
 */
export const rotateKey = (home: Home, decision: JsonObject = {}): { from: string; to: string } =>
  withLock(home, 'keys', () => rotate(home, decision))

/**
 * The old key announces the new one; then the new key takes over; then every stream is locked once to record its end,
 * so that nothing the old key seals later is accepted, before or after that point. An interruption at any moment leaves a
 * ledger that verifies, and rotating again finishes the work.
 */
function rotate(home: Home, decision: JsonObject): { from: string; to: string } {
  const from = home.keyring.current().id
  const to = createKey(home.dir).id
  record(home, { kind: 'key.announced', actor: 'admin', body: { from, to, ...decision } })
  makeCurrent(home.dir, to)
  try {
    retireOthers(home, to)
  } catch (error) {
    throw unfinished(error, from, to)
  }
  return { from, to }
}

function retireOthers(home: Home, to: string): void {
  const heads = streamsToNote(home.dir).map((stream) => standOf(home, stream))
  const artifact = storeSync(home.dir, { name: 'heads.jsonl', media: 'application/jsonl' }, Buffer.from(heads.join('')))
  const keys = rotationsOf(home).order.filter((key) => key !== to)
  record(home, { kind: 'key.retired', actor: 'admin', body: { keys }, artifacts: [artifact] })
}

/** Reports an unfinished rotation: a person who rotates because a key leaked must know that it is still accepted. */
function unfinished(error: unknown, from: string, to: string): unknown {
  if (!(error instanceof LedgerError)) return error
  const state = `Key ${to} is now in use, but ${from} is not retired yet`
  return new LedgerError(error.code, `${state}: ${error.message} Rotate again until it succeeds.`, { cause: error })
}

/** Streams with a file, with only a head, or with only spooled entries. */
const streamsToNote = (dir: string): string[] =>
  [...new Set([...listStreams(dir), ...listHeads(dir), ...spooledStreams(dir)])].sort()

/**
 * Returns the end of a stream as a line. Under the lock no process writes with the old key, and later writers see the
 * new one. Spooled entries are chained now and the head is resealed, because the old key will not be accepted
 * afterwards.
 */
function standOf(home: Home, stream: string): string {
  return withLock(home, stream, () => {
    const { seq, hash } = readHead(home, stream) ?? { seq: 0, hash: GENESIS }
    if (listSpool(home.dir, stream).length > 0 || isHurt(home, stream)) chainSpool(home, stream)
    resealHead(home, stream)
    return `{"hash":"${hash}","seq":${seq},"stream":"${stream}"}\n`
  })
}

/** True if the stream is damaged, which must be recorded in it before its head is resealed. */
const isHurt = (home: Home, stream: string): boolean =>
  ['torn', 'damaged', 'headless'].includes(findEnd(home, stream).found.kind)

function record(home: Home, draft: Draft & { kind: OwnKind }): void {
  const streams: OpenStreams = new Map()
  withLock(home, KEY_STREAM, () => {
    try {
      appendUnderLock(home, KEY_STREAM, [prepareOwn(KEY_STREAM, draft, home.now().toISOString())], streams)
    } finally {
      forget(streams, KEY_STREAM)
    }
  })
}
