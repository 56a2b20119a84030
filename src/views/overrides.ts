import type { JsonObject } from '../ledger/kinds.ts'
import { listStreams } from '../ledger/stores/files/list.ts'
import { type Readable, sealedEntries } from '../ledger/stores/files/stream-lines.ts'
import { POLICY_STREAM } from '../policy/stores/layout.ts'
import { objectsIn } from '../session/body.ts'
import { deciderIn } from '../session/decider.ts'
import { INSTALL_STREAM, OVERRIDES_STREAM, PAUSE_STREAM } from '../session/streams.ts'
import type { Decider } from '../session/who.ts'
import { readPauses, sayPause } from './pauses.ts'

/** A person's decision that asks less of agents or records less about them. */
export type Override = {
  at: string
  kind:
    | 'policy-weakened'
    | 'policy-withdrawn'
    | 'key-trusted'
    | 'claim-waived'
    | 'tests-accepted'
    | 'effect-resolved'
    | 'paused'
    | 'hooks-removed'
  what: string
  reason: string | null
  /** Null if it was not recorded. */
  decider: Decider | null
  /** The project or session it concerns; null if it concerns all. */
  project: string | null
  session: string | null
  stream: string
  seq: number
}

type OverrideDetails = Omit<Override, 'at' | 'stream' | 'seq' | 'decider'>

const WEAKER = ' (weaker)'

function weakened(body: JsonObject): OverrideDetails | null {
  const changes = Array.isArray(body['changes']) ? body['changes'].map(String) : []
  const weaker = changes.filter((line) => line.endsWith(WEAKER)).map((line) => line.slice(0, -WEAKER.length))
  if (weaker.length === 0) return null
  const project = String(body['project'])
  return { kind: 'policy-weakened', what: `approved: ${weaker.join('; ')}`, reason: null, project, session: null }
}

const withdrawn = (body: JsonObject): OverrideDetails => ({
  kind: 'policy-withdrawn',
  what: 'removed the policy and its approval',
  reason: null,
  project: String(body['project']),
  session: null,
})

const trusted = (body: JsonObject): OverrideDetails => ({
  kind: 'key-trusted',
  what: `trusted a key to sign policies: ${String(body['signer'])}`,
  reason: null,
  project: null,
  session: null,
})

function waived(body: JsonObject): OverrideDetails {
  const session = String(body['session'])
  const turn = Number(body['turn']) > 0 ? ` in turn ${Number(body['turn'])}` : ''
  const what = `waived ${String(body['claim'])}${turn}`
  return { kind: 'claim-waived', what, reason: String(body['reason']), project: null, session }
}

function accepted(body: JsonObject): OverrideDetails {
  const tests = objectsIn(body, 'tests').map(({ test }) => String(test))
  const shown = tests.slice(0, MAX_TESTS).join(', ')
  const more = tests.length > MAX_TESTS ? ` and ${tests.length - MAX_TESTS} more` : ''
  const what = `accepted ${tests.length === 1 ? 'a weakened test' : `${tests.length} weakened tests`}: ${shown}${more}`
  return {
    kind: 'tests-accepted',
    what,
    reason: null,
    project: String(body['project']),
    session: String(body['session']),
  }
}

const MAX_TESTS = 10

const resolved = (body: JsonObject): OverrideDetails => ({
  kind: 'effect-resolved',
  what: `resolved ${String(body['effect_ref'])} of controller ${String(body['controller'])} as ${String(body['outcome'])}`,
  reason: String(body['reason']),
  project: null,
  session: null,
})

const removed = (body: JsonObject): OverrideDetails => ({
  kind: 'hooks-removed',
  what: `removed ${String(body['host'])} hooks from ${String(body['path'])}`,
  reason: null,
  project: null,
  session: null,
})

/** Streams in which each decision is one entry, and how to read these entries. */
const READERS: { [stream: string]: { [kind: string]: (body: JsonObject) => OverrideDetails | null } } = {
  [POLICY_STREAM]: { 'policy.approved': weakened, 'policy.withdrawn': withdrawn, 'signer.trusted': trusted },
  [OVERRIDES_STREAM]: { 'claim.waived': waived, 'tests.accepted': accepted, 'effect.resolved': resolved },
  [INSTALL_STREAM]: { 'hooks.removed': removed },
}

/** The existing streams with overrides. */
export const overrideStreams = (home: Readable): string[] => {
  const there = new Set(listStreams(home.dir))
  return [PAUSE_STREAM, ...Object.keys(READERS)].filter((stream) => there.has(stream))
}

/** The overrides since a time, oldest first. */
export const readOverrides = (home: Readable, since: string, now: Date): Override[] =>
  overrideStreams(home)
    .flatMap((stream) => (stream === PAUSE_STREAM ? pausesOf(home, now) : decisionsIn(home, stream)))
    .filter(({ at }) => at >= since)
    .sort((a, b) => a.at.localeCompare(b.at))

function decisionsIn(home: Readable, stream: string): Override[] {
  const decisions: Override[] = []
  for (const { kind, at, seq, body } of sealedEntries(home, stream)) {
    const told = READERS[stream]?.[kind]?.(body) ?? null
    if (told !== null) decisions.push({ ...told, decider: deciderIn(body), at, stream, seq })
  }
  return decisions
}

/** A pause ends with another entry or at its time limit. */
const pausesOf = (home: Readable, now: Date): Override[] =>
  readPauses(home).map((pause) => ({
    at: pause.since,
    kind: 'paused',
    what: sayPause(pause, now),
    reason: null,
    decider: pause.decider,
    project: null,
    session: null,
    stream: PAUSE_STREAM,
    seq: pause.seq,
  }))
