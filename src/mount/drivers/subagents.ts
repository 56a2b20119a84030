import type { Entry } from '../../ledger/kinds.ts'
import type { Snapshot } from '../snapshot.ts'
import { agentsIn, subagentEvidence } from '../subagents.ts'
import type { Reading } from './evidence.ts'

/** A session's subagents as workers, and a ledger to read their output from. */
export async function readSubagents(
  ledger: Reading,
  session: string,
): Promise<{ snapshot: Snapshot; ledger: Reading }> {
  const streams = new Map<string, readonly Entry[]>()
  const waiting = [session]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    // Entries may form a cycle, or name streams that never began.
    if (!next.startsWith('session/') || streams.has(next) || (await ledger.head(next)) === null) continue
    const entries: Entry[] = []
    for await (const entry of ledger.read(next)) entries.push(entry)
    streams.set(next, entries)
    waiting.push(...agentsIn(entries).flatMap(({ stream }) => stream ?? []))
  }
  const { snapshot, texts } = subagentEvidence(session, streams)
  return { snapshot, ledger: withTexts(ledger, texts) }
}

/** A ledger that also serves strings from entry bodies as artifacts. */
const withTexts = (ledger: Reading, texts: ReadonlyMap<string, Uint8Array>): Reading => ({
  read: (stream, range) => ledger.read(stream, range),
  head: (stream) => ledger.head(stream),
  readArtifact: async (sha256, range) =>
    texts.get(sha256)?.subarray(range.start, range.end) ?? ledger.readArtifact(sha256, range),
})
