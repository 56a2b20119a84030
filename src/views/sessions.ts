import { knownEntries } from '../ledger/stores/files/chain-spool.ts'
import { listStreams } from '../ledger/stores/files/list.ts'
import { findOpen } from '../ledger/stores/files/open-streams.ts'
import { bytesOfStream } from '../ledger/stores/files/stream-files.ts'
import type { Readable } from '../ledger/stores/files/stream-lines.ts'
import { foldFact } from '../session/fold-facts.ts'
import { FINE, isLast } from '../session/outcome.ts'
import { emptyTally, TALLY_FOLDS, type Tally, type Tallying } from '../session/tally.ts'
import { agentsEnded, isUnearned, readNow } from './outcome.ts'
import { checksAtStop } from './stop-checks.ts'

/** `spooled` counts the entries that are still in the spool. */
export type StreamSummary = {
  stream: string
  entries: number
  spooled: number
  first: string
  last: string
  bytes: number
}

/**
 * `working`: a turn goes on, so a claim can still be waived. `idle`: the host runs, but the last turn has ended. `ended`: the
 * session or its host has ended.
 */
export type SessionSummary = StreamSummary &
  Omit<Tally, 'state'> & { state: 'working' | 'idle' | 'ended' | 'canary'; unearnedAgents: number }

/** The session streams of a ledger. */
export const sessionStreams = (dir: string): string[] =>
  listStreams(dir).filter((stream) => stream.startsWith('session/'))

/** All streams, the most recently active last. */
export const readStreams = (home: Readable): StreamSummary[] =>
  summaries(home, listStreams(home.dir)).map(({ stream, entries, spooled, first, last, bytes }) => ({
    stream,
    entries,
    spooled,
    first,
    last,
    bytes,
  }))

/** All sessions, the most recently active last. */
export const readSessions = (home: Readable): SessionSummary[] =>
  withAgents(home, summaries(home, sessionStreams(home.dir)))

/** Counts the subagents of each last turn that did not earn their claims: they decide how the turn ended, too. */
function withAgents(home: Readable, rows: readonly SessionSummary[]): SessionSummary[] {
  const odd = new Set(
    rows.flatMap(({ parent, verdict }) => (parent !== null && !isFineVerdict(verdict) ? [parent] : [])),
  )
  return rows.map((row) => {
    if (!odd.has(row.stream) || !isFineVerdict(row.verdict)) return row
    const { session } = readNow(home, row.stream)
    return { ...row, unearnedAgents: agentsEnded(home, row.stream, session).filter(isUnearned).length }
  })
}

const isFineVerdict = (verdict: Tally['verdict']): boolean => FINE.some((one) => one === verdict)

const summaries = (home: Readable, streams: readonly string[]): SessionSummary[] =>
  streams.map((stream) => summarise(home, stream)).sort((a, b) => (a.last < b.last ? -1 : 1))

/** Reads the stream in constant memory. */
export function summarise(home: Readable, stream: string): SessionSummary {
  const summary = { stream, entries: 0, spooled: 0, first: '', last: '', bytes: bytesOfStream(home.dir, stream) }
  let state = emptyTally()
  for (const entry of knownEntries(home, stream)) {
    summary.entries++
    // A spooled entry has no place in the stream yet.
    if (entry.seq === 0) summary.spooled++
    if (summary.first === '') summary.first = entry.at
    summary.last = entry.at
    state = foldFact(state, entry, TALLY_FOLDS)
  }
  const tally = { ...state.tally, verdict: verdictNow(home, stream, state) }
  return { ...summary, ...tally, unearnedAgents: 0, state: stateOf(home.dir, stream, tally) }
}

function stateOf(dir: string, stream: string, tally: Tally): SessionSummary['state'] {
  if (tally.state !== 'open') return tally.state
  // A subagent lives as long as its lead.
  const [lead = stream] = stream.split('.', 1)
  if (findOpen(dir, lead) === null) return 'ended'
  return isIdle(tally) ? 'idle' : 'working'
}

/** The verdict on the last stop; `checking` while the stop waits for its checks, but not once their process is gone. */
export function verdictNow(home: Readable, stream: string, { tally, stop }: Tallying): Tally['verdict'] {
  if (tally.verdict === 'checking') {
    const { outcome } = readNow(home, stream)
    return outcome.kind === 'judged' ? outcome.judgement.verdict : tally.verdict
  }
  const isRunning = tally.verdict === 'unanswered' && stop !== null && checksAtStop(home.dir, stream, stop.at) !== null
  return isRunning ? 'checking' : tally.verdict
}

/** Says the same as `isOpen` does of a whole session. */
function isIdle({ turns, agent, verdict }: Tally): boolean {
  if (turns === 0 && agent === null) return true
  return verdict !== null && verdict !== 'unanswered' && verdict !== 'overruled' && isLast(verdict)
}
