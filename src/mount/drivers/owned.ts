import { LedgerError } from '../../ledger/errors.ts'
import { factOf } from '../facts.ts'
import { requireOwner } from '../names.ts'
import type { Reading } from './evidence.ts'

type Kind = 'run' | 'thread'
type Beginning = { owner: string; at: string }

/** The owner's runs or threads among these streams, oldest first. Unreadable streams are left out. */
export async function ownedStreams(
  ledger: Reading,
  streams: readonly string[],
  kind: Kind,
  owner: unknown,
): Promise<string[]> {
  const wanted = requireOwner(owner)
  const found: { stream: string; at: string }[] = []
  for (const stream of streams.filter((one) => one.startsWith(`${kind}/`))) {
    const begun = await beginningIfReadable(ledger, stream, kind)
    if (begun?.owner === wanted) found.push({ stream, at: begun.at })
  }
  return found
    .sort((a, b) => (a.at < b.at || (a.at === b.at && a.stream < b.stream) ? -1 : 1))
    .map(({ stream }) => stream)
}

const BEGINNINGS = { run: 'run.started', thread: 'thread.opened' } as const

/** Returns who began a run or thread, and when; null if the stream is neither. */
export async function beginningOf(ledger: Reading, stream: string, kind: Kind): Promise<Beginning | null> {
  for await (const entry of ledger.read(stream, { end: 2 })) {
    const fact = factOf(entry)
    return fact?.kind === BEGINNINGS[kind] && 'owner' in fact.body ? { owner: fact.body.owner, at: entry.at } : null
  }
  return null
}

async function beginningIfReadable(...of: Parameters<typeof beginningOf>): Promise<Beginning | null> {
  try {
    return await beginningOf(...of)
  } catch (error) {
    if (error instanceof LedgerError) return null
    throw error
  }
}
