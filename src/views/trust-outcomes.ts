import type { Entry, Json } from '../ledger/kinds.ts'
import { recentEntries } from '../ledger/stores/files/recent.ts'
import type { Readable } from '../ledger/stores/files/stream-lines.ts'
import { isFact, readFact } from '../session/facts.ts'
import { type OutcomeLearnt, readTrustFact } from '../trust/facts.ts'
import { callKey } from '../trust/state.ts'
import { trustStream } from '../trust/stream.ts'

/** An outcome that was observed in a project, with the call it is about. */
export type ShownOutcome = OutcomeLearnt & {
  at: string
  /** Null if the session is no longer recorded. */
  call: { tool: string; input: Json } | null
}

/** The latest outcomes, the newest first, and how many there are in all. */
export function observedOutcomes(
  home: Readable,
  project: string,
  limit: number,
): { total: number; outcomes: ShownOutcome[] } {
  const all: (OutcomeLearnt & { at: string })[] = []
  let total = 0
  for (const entry of recentEntries(home, trustStream(project))) {
    const fact = readTrustFact(entry)
    if (fact?.kind !== 'outcome.learnt') continue
    if (total++ < limit) all.push({ ...fact.body, at: entry.at })
  }
  const proposals = proposalsOf(home, all)
  return { total, outcomes: all.map((one) => ({ ...one, call: proposals.get(callKey(one)) ?? null })) }
}

type Proposed = Pick<OutcomeLearnt, 'stream' | 'seq'>

/** Finds the proposals that outcomes are about. Reads each session once, back to the oldest of them. */
function proposalsOf(home: Readable, wanted: readonly Proposed[]): Map<string, { tool: string; input: Json }> {
  const found = new Map<string, { tool: string; input: Json }>()
  for (const stream of new Set(wanted.map((one) => one.stream))) {
    const seqs = new Set(wanted.filter((one) => one.stream === stream).map(({ seq }) => seq))
    const oldest = Math.min(...seqs)
    for (const entry of recentEntries(home, stream)) {
      // Entries in the spool have no seq yet.
      if (entry.seq !== 0 && entry.seq < oldest) break
      if (seqs.has(entry.seq) && isCall(entry)) {
        const { tool, input } = readFact('dispatch.proposed', entry)
        found.set(callKey({ stream, seq: entry.seq }), { tool, input })
      }
    }
  }
  return found
}

/** A call may be known only by its end or from the host's transcript. */
const isCall = (entry: Entry): boolean => isFact(entry, 'dispatch.proposed', 'dispatch.unseen', 'dispatch.observed')
