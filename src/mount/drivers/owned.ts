import { LedgerError } from '../../ledger/errors.ts'
import { factOf } from '../facts.ts'
import { requireOwner } from '../names.ts'
import type { Reading } from './evidence.ts'

/** A run or thread of an owner. */
export type Owned = { stream: string; at: string }

/** The runs or threads of an owner among these streams, oldest first. A stream that cannot be read belongs to nobody. */
export async function ownedStreams(
  ledger: Reading,
  streams: readonly string[],
  kind: 'run' | 'thread',
  owner: unknown,
): Promise<Owned[]> {
  const wanted = requireOwner(owner)
  const found: Owned[] = []
  for (const stream of streams.filter((one) => one.startsWith(`${kind}/`))) {
    const begun = await beginningOf(ledger, stream)
    if (begun?.owner === wanted) found.push({ stream, at: begun.at })
  }
  return found.sort((a, b) => (a.at < b.at || (a.at === b.at && a.stream < b.stream) ? -1 : 1))
}

async function beginningOf(ledger: Reading, stream: string): Promise<{ owner: string; at: string } | null> {
  try {
    for await (const entry of ledger.read(stream, { end: 2 })) {
      const fact = factOf(entry)
      if (fact?.kind === 'run.started' || fact?.kind === 'thread.opened')
        return { owner: fact.body.owner, at: entry.at }
      return null
    }
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
  }
  return null
}
