import type { Actor, Entry } from '../ledger/kinds.ts'
import { type FactKind, isFact, kindOf, readFact } from './facts.ts'
import type { SeenSettings, Settings } from './parts.ts'
import type { RecordedJudgement, Turn, TurnVerdict, WeakenedTest } from './state.ts'

/** Answers questions about a session's newest entries. Entries come newest first and are read only as far as needed. */

/** Thrown if an entry between two others is missing. */
export class EntriesMissing extends Error {}

/** The entries since a person's last prompt, in the order they were written. */
export function sinceLastPrompt(recent: Iterable<Entry>): Entry[] {
  const entries: Entry[] = []
  for (const entry of recent) {
    const next = entries.at(-1)
    // Each entry is sealed with its seq, so a gap means that one was removed. A spooled entry has no seq yet.
    if (next !== undefined && next.seq > 0 && next.seq !== entry.seq + 1)
      throw new EntriesMissing(`Entries are missing between ${entry.seq} and ${next.seq}.`)
    entries.push(entry)
    if (entry.kind === OPENED) break
  }
  return entries.reverse()
}

/** The entries before the current turn, newest first. */
export function* beforeTurn(recent: Iterable<Entry>): Iterable<Entry> {
  let isBefore = false
  for (const entry of recent) {
    if (isBefore) yield entry
    isBefore ||= entry.kind === OPENED
  }
}

/**
 * The entries of this turn and of the turns before it that no judgement let go, in the order they were written. Of those older
 * than a limit, only the prompts, judgements and subagents: without its prompt, nobody would judge the work of a long turn.
 * A turn in which anything was called after its last judgement is included: its caller knows whether that changed anything.
 */
export function sinceLetGo(recent: Iterable<Entry>): Entry[] {
  const entries: Entry[] = []
  let isEarlier = false
  // The last judgement of the turn that is being read, newest entry first, and whether anything was called after it.
  let last: RecordedJudgement | null = null
  let hasCalls = false
  let left = MAX_UNJUDGED
  for (const entry of recent) {
    last ??= isEarlier ? ownJudgement(entry) : null
    const isLetGo = last !== null && isLettingGo(last.verdict)
    if (isLetGo && !hasCalls) break
    if (isKept(entry, entries.length)) entries.push(entry)
    if (--left === 0 || (entry.kind === OPENED && isLetGo)) break
    hasCalls ||= isFact(entry, 'dispatch.proposed', 'dispatch.observed')
    if (entry.kind === OPENED) [isEarlier, last, hasCalls] = [true, null, false]
  }
  return entries.reverse()
}

const isKept = (entry: Entry, kept: number): boolean => kept < MAX_LATEST || isFact(entry, ...OF_LONG_TURNS)

/** The entries of a subagent, in the order they were written: its first calls are its lead's to answer for too. */
export function allEntries(recent: Iterable<Entry>): Entry[] {
  const entries: Entry[] = []
  for (const entry of recent) if (entries.push(entry) === MAX_UNJUDGED) break
  return entries.reverse()
}

/** True for a verdict that judged the work. After the others, a later stop judges it. */
export const isLettingGo = (verdict: TurnVerdict): boolean => verdict !== 'blocked' && verdict !== 'asking'

/** The judgement in an entry if it is of the turn that it stands in: a check in the background may settle an earlier one. */
function ownJudgement(entry: Entry): RecordedJudgement | null {
  if (!isFact(entry, 'stop.judged')) return null
  const judgement = readFact('stop.judged', entry)
  return judgement.of === null ? judgement : null
}

/** Limits on the entries in which outcomes are looked for: people undo what happened lately. */
const MAX_TURNS = 3
const MAX_LATEST = 2_000

/** More entries than the turns have that one stop has to judge. */
const MAX_UNJUDGED = 50_000
const OF_LONG_TURNS: readonly FactKind[] = ['turn.opened', 'stop.judged', 'agent.started', 'agent.stopped']

/** The entries of the latest turns, in the order they were written. */
export function latestTurns(recent: Iterable<Entry>): Entry[] {
  const entries: Entry[] = []
  let turns = 0
  for (const entry of recent) {
    entries.push(entry)
    if (entry.kind === OPENED && ++turns === MAX_TURNS) break
    if (entries.length === MAX_LATEST) break
  }
  return entries.reverse()
}

const OPENED: FactKind = 'turn.opened'
const STARTED: FactKind = 'session.started'

/** More entries than any session has before its first prompt. */
const MAX_OPENING = 50

/** The entries up to the first prompt, or up to the point where the session was resumed. Takes entries oldest first. */
export function openingOf(oldest: Iterable<Entry>): Entry[] {
  const entries: Entry[] = []
  for (const entry of oldest) {
    const isAgain = entry.kind === STARTED && entries.length > 0
    if (isAgain || entries.length === MAX_OPENING) break
    entries.push(entry)
    if (entry.kind === OPENED) break
  }
  return entries
}

/** The reason for the last block in this turn; null if there was none. */
export function lastReason(recent: Iterable<Entry>): string | null {
  for (const entry of recent) {
    if (entry.kind === OPENED) return null
    if (!isFact(entry, 'stop.blocked')) continue
    const { reason } = readFact('stop.blocked', entry)
    return typeof reason === 'string' ? reason : null
  }
  return null
}

/** True if the agent has not ended its turn: its last stop was blocked, or it has worked since. */
export function isGoingOn(recent: Iterable<Entry>): boolean {
  for (const entry of recent) {
    if (entry.kind === OPENED || isFact(entry, 'dispatch.proposed', 'dispatch.observed')) return true
    if (isFact(entry, 'stop.judged')) return readFact('stop.judged', entry).verdict === 'blocked'
    if (isFact(entry, 'stop.reached', 'stop.failed')) return false
  }
  return false
}

/** The newest judgement of the session, this turn's or an earlier one's. A gate that failed has judged nothing. */
export function lastJudged(recent: Iterable<Entry>): RecordedJudgement | null {
  for (const entry of recent) {
    if (!isFact(entry, 'stop.judged')) continue
    const judgement = readFact('stop.judged', entry)
    if (judgement.failed === null) return judgement
  }
  return null
}

/**
 * The tests that stops of this session found weakened and that no person has accepted since. Every judgement repeats the
 * tests of earlier ones, so the newest is enough.
 */
export function stillOpen(recent: Iterable<Entry>): WeakenedTest[] {
  const accepted = new Set<string>()
  const noted = function* (): Iterable<Entry> {
    for (const entry of recent) {
      if (isFact(entry, 'tests.accepted'))
        for (const test of readFact('tests.accepted', entry)?.tests ?? []) accepted.add(test)
      yield entry
    }
  }
  return lastJudged(noted())?.weakened.filter(({ test }) => !accepted.has(test)) ?? []
}

/** The files that turns of the session changed. */
export function changedPaths(recent: Iterable<Entry>): Set<string> {
  const paths = new Set<string>()
  let left = MAX_BACK
  for (const entry of recent) {
    if (isFact(entry, 'turn.changed')) for (const path of readFact('turn.changed', entry).paths) paths.add(path)
    if (left-- === 0) break
  }
  return paths
}

/** Maximum number of entries to search. What matters is recorded at each stop, so searching further back is useless. */
const MAX_BACK = 5_000

/** The hook settings as they were last seen; empty if they never were. */
export function lastSettings(recent: Iterable<Entry>): Settings {
  let left = MAX_BACK
  for (const entry of recent) {
    if (isFact(entry, 'settings.seen')) return readFact('settings.seen', entry).files
    if (left-- === 0) break
  }
  return new Map()
}

/** The content that the turn at a time started with; null if that was not recorded. */
export function startAt(recent: Iterable<Entry>, at: string): Turn['start'] {
  let left = MAX_BACK
  for (const entry of recent) {
    if (isFact(entry, 'turn.opened') && entry.at <= at) return readFact('turn.opened', entry).start
    if (left-- === 0) break
  }
  return null
}

const BEGINNINGS: readonly (string | null)[] = ['startup', 'resume']

/** The settings of a session's opening and of its newest entries, with the largest number of our hooks seen in each file. */
export function settingsOf(oldest: Iterable<Entry>, recent: Iterable<Entry>): Settings {
  const newest: Entry[] = []
  for (const entry of recent) if (newest.push(entry) === MAX_NEWEST) break
  return mostHooks([...newest, ...openingOf(oldest)])
}

/** As many entries as a few turns have. */
const MAX_NEWEST = 500

/** Merges what was seen of the settings, newest first: the oldest hash of each file, and the largest number of our hooks. */
function mostHooks(entries: readonly Entry[]): Map<string, SeenSettings> {
  const merged = new Map<string, SeenSettings>()
  for (const entry of entries)
    if (isFact(entry, 'settings.seen'))
      for (const [path, seen] of readFact('settings.seen', entry).files)
        merged.set(path, { ...seen, hooks: Math.max(seen.hooks, merged.get(path)?.hooks ?? 0) })
  return merged
}

/**
 * The settings that the host started with: the first hash of each file since the start, and the largest number of our hooks
 * seen in it since.
 */
export function settingsSinceStart(recent: Iterable<Entry>): Settings {
  const since: Entry[] = []
  for (const entry of recent) {
    if (isFact(entry, 'settings.seen')) since.push(entry)
    if (isFact(entry, 'session.started') && BEGINNINGS.includes(readFact('session.started', entry).source)) break
  }
  return mostHooks(since)
}

const BY_COMMANDS: readonly Actor[] = ['validator', 'admin']

/** The last entry written for an event. `bailiff validate` and `bailiff waive` write to the stream too, even during a pause. */
export function lastHeard(recent: Iterable<Entry>): Entry | null {
  for (const entry of recent) if (!BY_COMMANDS.includes(entry.actor)) return entry
  return null
}

/** Bounds the search for one message's calls: each has a few entries, and subagents' calls are in other streams. */
const ENTRIES_PER_CALL = 4
const LEAST_ENTRIES = 64

/** The ids of calls whose end was observed, searching as far back as the last `calls` calls can be. */
export function observedCalls(recent: Iterable<Entry>, calls: number): Set<string> {
  const seen = new Set<string>()
  let left = LEAST_ENTRIES + ENTRIES_PER_CALL * calls
  for (const entry of recent) {
    if (left-- === 0) break
    const { call } = entry.body
    if (kindOf(entry) === 'dispatch.observed' && typeof call === 'string') seen.add(call)
  }
  return seen
}
