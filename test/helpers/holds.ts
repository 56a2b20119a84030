import { expect } from 'vitest'
import { canonical } from '../../src/ledger/canonical.ts'
import { sha256 } from '../../src/ledger/digest.ts'
import type { Entry, Json, Receipt } from '../../src/ledger/kinds.ts'
import { openKeyring } from '../../src/ledger/stores/files/keyring.ts'
import { listStreams } from '../../src/ledger/stores/files/list.ts'
import { readChain } from '../../src/ledger/stores/files/read.ts'
import { type VerifyReport, verifyFiles } from '../../src/ledger/stores/files/verify.ts'
import type { Ack } from './children.ts'

/** The places of all entries with an id in their body, by that id. */
export function placesById(home: string): Map<string, Receipt[]> {
  const places = new Map<string, Receipt[]>()
  for (const entry of entriesOf(home)) {
    const id = entry.body['id']
    if (typeof id !== 'string') continue
    const receipt = { stream: entry.stream, seq: entry.seq, hash: sha256(canonical(entry as unknown as Json)) }
    places.set(id, [...(places.get(id) ?? []), receipt])
  }
  return places
}

function* entriesOf(home: string): Generator<Entry> {
  const readable = { dir: home, keyring: openKeyring(home) }
  for (const stream of listStreams(home)) yield* readChain(readable, stream)
}

/** Expects every acknowledged entry exactly once, with its acknowledged place and hash, and no other id twice. */
export function expectHolds(home: string, acks: readonly Ack[]): void {
  const places = placesById(home)
  const broken = acks.flatMap((ack) =>
    ack.ids.flatMap((id, i) => (isKept(ack, i, places.get(id) ?? []) ? [] : { id, ack, found: places.get(id) })),
  )
  expect(broken).toEqual([])
  expect([...places].filter(([, found]) => found.length > 1)).toEqual([])
}

/** A spooled entry has a stream but no place yet when it is acknowledged. */
function isKept(ack: Ack, i: number, found: Receipt[]): boolean {
  const [place] = found
  if (place === undefined || found.length > 1) return false
  const { seq, hash } = ack.kind === 'written' ? (ack.receipts[i] ?? {}) : place
  return place.stream === ack.stream && place.seq === seq && place.hash === hash
}

/** Audits a ledger and expects no findings; notes are allowed and returned. */
export async function verifyClean(home: string): Promise<VerifyReport> {
  const report = await verifyFiles(home)
  expect(report.findings).toEqual([])
  return report
}
