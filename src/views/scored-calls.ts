import type { Entry, Json } from '../ledger/kinds.ts'
import { recentEntries } from '../ledger/stores/files/recent.ts'
import { type Readable, sealedEntries } from '../ledger/stores/files/stream-lines.ts'
import { isFact, readFact } from '../session/facts.ts'
import { sessionStreams } from './sessions.ts'
import { isSameProject } from './sessions-here.ts'

/** A call that was scored in a session. */
export type ScoredCall = {
  stream: string
  host: string | null
  score: number | null
  /** True if it was above the threshold of that time. */
  isAbove: boolean
  /** The proposal; null if its entry is gone. */
  proposal: Proposal | null
}

/** `input` is null if it is too long for the entry. */
type Proposal = { seq: number; tool: string; input: Json | null }

/** The latest scored calls of a project, newest sessions first. */
export function scoredCalls(home: Readable, project: string, limit: number): ScoredCall[] {
  const calls: ScoredCall[] = []
  for (const session of sessionsOf(home, project)) {
    calls.push(...scoredIn(recentEntries(home, session.stream), session, limit - calls.length))
    if (calls.length >= limit) break
  }
  return calls
}

/** Scores whose proposals have not come up yet: entries are read backwards. */
type Open = { call: string | null; of: ScoredCall }[]

function scoredIn(entries: Iterable<Entry>, { stream, host }: ProjectSession, limit: number): ScoredCall[] {
  const calls: ScoredCall[] = []
  const open: Open = []
  for (const entry of entries) {
    if (calls.length < limit && isFact(entry, 'dispatch.scored')) {
      const { call, risk } = readFact('dispatch.scored', entry)
      const of: ScoredCall = { stream, host, score: risk.score, isAbove: risk.isEscalated, proposal: null }
      calls.push(of)
      open.push({ call, of })
    } else if (isFact(entry, 'dispatch.proposed')) propose(open, entry)
    if (calls.length >= limit && open.length === 0) break
  }
  return calls
}

/** Adds a proposal to its score. A call without an id is the one that was scored right after it. */
function propose(open: Open, entry: Entry): void {
  const { id, tool, input } = readFact('dispatch.proposed', entry)
  const at = open.findLastIndex(({ call }) => call === id)
  const [found] = at < 0 ? [] : open.splice(at, 1)
  if (found !== undefined)
    found.of.proposal = { seq: entry.seq, tool, input: entry.artifacts.length === 0 ? input : null }
}

type ProjectSession = { stream: string; host: string | null; at: string }

function sessionsOf(home: Readable, project: string): ProjectSession[] {
  return sessionStreams(home.dir)
    .flatMap((stream) => {
      const [last] = recentEntries(home, stream)
      const { cwd, host } = sealedEntries(home, stream).next().value?.body ?? {}
      return last !== undefined && typeof cwd === 'string' && isSameProject(cwd, project)
        ? [{ stream, host: typeof host === 'string' ? host : null, at: last.at }]
        : []
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1))
}
