import { INSTALL_STREAM } from '../hosts/install/program.ts'
import type { Entry, JsonObject } from '../ledger/kinds.ts'
import { listStreams } from '../ledger/stores/files/list.ts'
import { type Readable, sealedEntries } from '../ledger/stores/files/stream-lines.ts'
import { POLICY_STREAM } from '../policy/stores/layout.ts'
import { PAUSE_STREAM } from './commands/pause.ts'
import { shortName } from './find-session.ts'

/** The stream that tells what people let pass. */
export const OVERRIDES_STREAM = 'admin/overrides'

/** What a person decided that asks less of agents, or records less of them. */
export type Override = {
  at: string
  kind: 'policy-weakened' | 'key-trusted' | 'claim-waived' | 'paused' | 'hooks-removed'
  what: string
  reason: string | null
  /** The project or session it is about; null where it is about all. */
  project: string | null
  session: string | null
  stream: string
  seq: number
}

type Told = Omit<Override, 'at' | 'stream' | 'seq'>

const WEAKER = ' (weaker)'

function weakened(body: JsonObject): Told | null {
  const changes = Array.isArray(body['changes']) ? body['changes'].map(String) : []
  const weaker = changes.filter((line) => line.endsWith(WEAKER)).map((line) => line.slice(0, -WEAKER.length))
  if (weaker.length === 0) return null
  const project = String(body['project'])
  return { kind: 'policy-weakened', what: `approved: ${weaker.join('; ')}`, reason: null, project, session: null }
}

const trusted = (body: JsonObject): Told => ({
  kind: 'key-trusted',
  what: `a key may sign policies: ${String(body['signer'])}`,
  reason: null,
  project: null,
  session: null,
})

function waived(body: JsonObject): Told {
  const session = String(body['session'])
  const turn = Number(body['turn']) > 0 ? `turn ${Number(body['turn'])} of ` : ''
  const what = `let ${String(body['claim'])} pass in ${turn}${shortName(session)}`
  return { kind: 'claim-waived', what, reason: String(body['reason']), project: null, session }
}

const paused = (body: JsonObject): Told => ({
  kind: 'paused',
  what: `recording paused until ${typeof body['until'] === 'string' ? body['until'] : 'further notice'}`,
  reason: null,
  project: null,
  session: null,
})

/** A pause that a person ended says when. */
function endPause(own: readonly Override[], { kind, at }: Entry): void {
  const last = own.at(-1)
  if (kind === 'pause.ended' && last?.kind === 'paused') last.what = `recording paused until ${at}`
}

const removed = (body: JsonObject): Told => ({
  kind: 'hooks-removed',
  what: `hooks of ${String(body['host'])} removed from ${String(body['path'])}`,
  reason: null,
  project: null,
  session: null,
})

/** The streams of a person's decisions, and how their entries are read. */
const READERS: { [stream: string]: { [kind: string]: (body: JsonObject) => Told | null } } = {
  [POLICY_STREAM]: { 'policy.approved': weakened, 'signer.trusted': trusted },
  [OVERRIDES_STREAM]: { 'claim.waived': waived },
  [PAUSE_STREAM]: { 'pause.began': paused },
  [INSTALL_STREAM]: { 'hooks.removed': removed },
}

/** The streams that overrides are read from, as far as there are any. */
export const overrideStreams = (home: Readable): string[] => {
  const there = new Set(listStreams(home.dir))
  return Object.keys(READERS).filter((stream) => there.has(stream))
}

/** What people overrode since then, the oldest first. */
export function readOverrides(home: Readable, since: string): Override[] {
  const all: Override[] = []
  for (const stream of overrideStreams(home)) {
    const own: Override[] = []
    for (const entry of sealedEntries(home, stream)) {
      endPause(own, entry)
      const told = entry.at < since ? null : (READERS[stream]?.[entry.kind]?.(entry.body) ?? null)
      if (told !== null) own.push({ ...told, at: entry.at, stream, seq: entry.seq })
    }
    all.push(...own)
  }
  return all.sort((a, b) => a.at.localeCompare(b.at))
}
