import { knownEntries } from '../ledger/stores/files/chain-spool.ts'
import { readRegister } from '../ledger/stores/files/read-register.ts'
import { recentEntries } from '../ledger/stores/files/recent.ts'
import { type Readable, sealedEntries } from '../ledger/stores/files/stream-lines.ts'
import { type VerifyReport, verifyFiles } from '../ledger/stores/files/verify.ts'
import { type Account, addEntry, closed, emptyAccounting, sumOf } from '../session/account.ts'
import { type Override, overrideStreams, readOverrides } from './overrides.ts'
import { sessionStreams, verdictNow } from './sessions.ts'
import { isSameProject } from './sessions-here.ts'
import { countSpooled } from './spooled.ts'

/** The range of a report: turns active since a time, in one project or in all. */
export type ReportRange = { since: string; project: string | null }

/** The counts of one session or subagent. */
export type SessionAccount = Account & {
  stream: string
  parent: string | null
  host: string | null
  agent: string | null
  cwd: string | null
  first: string
  last: string
}

export type Report = {
  sessions: SessionAccount[]
  total: Account
  overrides: Override[]
  audit: VerifyReport
  /** The number of entries still in the spool: they count, but the audit does not cover them yet. */
  spooled: number
}

/** Counts over all sessions, and the overrides by people. Reads each stream in constant memory. */
export async function readReport(home: Readable, asked: ReportRange, now: Date): Promise<Report> {
  const sessions = accountsOf(home, asked)
  const streams = sessions.map(({ stream }) => stream)
  const overrides = readOverrides(home, asked.since, now).filter((one) => isAsked(home, one, asked.project))
  return {
    sessions: sessions.sort((a, b) => a.last.localeCompare(b.last)),
    total: sumOf(sessions),
    overrides,
    spooled: countSpooled(home, streams),
    // Only "bailiff verify" reads outputs back; no count here depends on them.
    audit: await verifyFiles(home.dir, {
      streams: [...streams, ...missing(home), ...overrideStreams(home)],
      artifacts: 'none',
    }),
  }
}

/** The counts of each session in the range. */
export const accountsOf = (home: Readable, asked: ReportRange): SessionAccount[] =>
  sessionStreams(home.dir).flatMap((stream) => accountOf(home, stream, asked) ?? [])

function accountOf(home: Readable, stream: string, { since, project }: ReportRange): SessionAccount | null {
  const [newest] = recentEntries(home, stream)
  if (newest !== undefined && newest.at < since) return null
  let state = emptyAccounting(since)
  const times = { first: '', last: '' }
  for (const entry of knownEntries(home, stream)) {
    if (times.first === '') times.first = entry.at
    times.last = entry.at
    state = addEntry(state, entry)
  }
  const { tally } = state.tallying
  tally.verdict = verdictNow(home, stream, state.tallying)
  const { host, cwd, agent, parent, state: standing } = tally
  const isElsewhere = project !== null && (cwd === null || !isSameProject(cwd, project))
  return standing === 'canary' || isElsewhere ? null : { stream, parent, host, agent, cwd, ...times, ...closed(state) }
}

/** Registered sessions without a file: the audit says whether they were removed properly. */
function missing(home: Readable): string[] {
  const there = new Set(sessionStreams(home.dir))
  return [...readRegister(home).streams].flatMap(([stream, { kind }]) =>
    stream.startsWith('session/') && kind === 'open' && !there.has(stream) ? [stream] : [],
  )
}

function isAsked(home: Readable, override: Override, project: string | null): boolean {
  if (project === null || (override.project === null && override.session === null)) return true
  const folder = override.project ?? cwdOf(home, override.session ?? '')
  return folder === null || isSameProject(folder, project)
}

function cwdOf(home: Readable, stream: string): string | null {
  const cwd = sealedEntries(home, stream).next().value?.body['cwd']
  return typeof cwd === 'string' ? cwd : null
}
