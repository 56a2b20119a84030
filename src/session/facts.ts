import type { Actor, ArtifactRef, Entry, Json, JsonObject } from '../ledger/kinds.ts'
import { isText, listIn, numberIn, objectIn, textIn, wordIn } from './body.ts'
import { acceptanceIn, judgementIn, waiverIn } from './judgement.ts'
import { messageReadIn } from './message-read.ts'
import {
  agentChangeIn,
  agentIn,
  callIn,
  environmentIn,
  flagsIn,
  parentIn,
  saidIn,
  settingsIn,
  startIn,
  taskIn,
} from './parts.ts'
import type { Sighting } from './sighting.ts'
import { type Flag, type MessageRead, STATUSES, type Status, type Text, type WeakenedTest } from './state.ts'
import { validationIn } from './validation.ts'
import type { Who } from './who.ts'

/**
 * The entry kinds in a session's stream, each with its body, actor and reader. Readers accept any body, because ledgers
 * outlive versions. The hook loads this file, so there are no schemas here.
 */

/** Fields of the host's event that we have no name for. */
type Rest = { rest?: JsonObject }
type OfCall = { call?: string }
type Proposed = OfCall & Rest & Sighting & { tool: string; input: Json; cwd?: string | null }
/** The stored content that a turn starts with: an artifact's hash, the fingerprint, and the number of files. */
type StartSeen = { sha256: string; content: string; files: number }
type Validated = JsonObject & { claim: string; validator: string; arguments: JsonObject; said: string }

type Bodies = {
  'session.started': Rest &
    Sighting & {
      host: string
      session: string
      agent?: string
      agentType?: string
      cwd: string | null
      transcript: string | null
      transcriptBytes?: number
      source: string | null
      model?: string
      parent?: { host: string; stream: string | null }
      environment?: { [name: string]: string }
      blindSpots?: string[]
    }
  'session.ended': Rest & Sighting & { reason: string | null }
  'session.linked': { stream: string; host: string }
  'policy.ruling': Ruled<string | null> & { finding?: string; notice?: string }
  'turn.opened': Rest & Sighting & { prompt: string; ruling?: Ruled; start?: StartSeen }
  'turn.changed': { paths: string[]; total: number; restored?: string[]; theirs?: string[]; beside?: true }
  'notice.received': Rest & { origin: string; text: string; task?: JsonObject }
  'dispatch.proposed': Proposed
  'dispatch.unseen': Proposed
  'dispatch.denied': OfCall & { tool: string; code: string; what: string }
  'dispatch.flagged': OfCall & { tool: string; answer: string; unasked?: true; findings: Flag[] }
  'dispatch.scored': OfCall & {
    risk: number | null
    route: string
    scores: { [scorer: string]: number }
    categories: string[]
    matched: string[]
    threshold: number
    pack: string | null
    learnt: number
    left?: { scorer: string; why: string }[]
  }
  'dispatch.observed': Proposed & {
    status: Status
    exit: number | null
    durationMs?: number
    output: JsonObject
    shownBy?: string
    refusedBy?: 'person'
  }
  'person.asked': OfCall & { tool: string; of: number }
  'outcome.observed': { of: number; outcome: string; why: string }
  'check.failed': OfCall & { code: string; detail: string }
  'blindspot.noted': { code: string; detail: string }
  'validator.passed': Validated
  'validator.failed': Validated
  'validator.refused': Validated
  'claim.waived': { claim: string; reason: string; turn: number; confirmed: string; who?: Who; session?: string }
  'tests.accepted': { tests: WeakenedTest[]; by: string; who?: Who; session?: string; project?: string }
  'stop.reached': Rest &
    Sighting & { message: string | null; isAgain: boolean | null; background: Json[]; gated?: true }
  /** A model read the message of the last stop; the artifacts are the prompt and the reply. `why` is set if the reply was of no use. */
  'message.read': MessageRead & { url: string; why: string | null; dropped?: { quote: string; why: string }[] }
  'stop.judged': JsonObject & Sighting & { verdict: string; ruling?: Ruled }
  /** The verdict on a stop that ended `checking`; `of` is its seq. */
  'stop.settled': JsonObject & { verdict: string; of: number }
  'stop.blocked': { reason: string }
  'stop.failed': Rest & { error: string | null; message: string | null }
  /** `stop` is null if only the host's transcript shows that the turn ended. */
  'gate.unanswered': { stop: number | null }
  /** The turn ended although its stop was blocked; `by` is null if nothing shows why. */
  'gate.overruled': { judged: number; by: 'hook' | null }
  'context.compacted': Rest & { phase: string; trigger: string | null; summary?: string }
  'settings.seen': {
    at: 'start' | 'stop'
    files: { path: string; sha256: string; hooks?: number; otherStops?: string[] }[]
  }
  'settings.changed': Rest & { source: string | null; path: string | null }
  'settings.refused': { code: string; path: string | null }
  'agent.started': { agent: string; type: string; stream: string }
  'agent.stopped': { agent: string; stream: string }
  'recording.paused': { since: string; until: string | null }
  'recording.resumed': { since: string; until: string | null; transcript: string | null; transcriptBytes: number }
  'transcript.compared': {
    transcript: string
    fromBytes: number
    toBytes: number
    skippedBytes?: number
    malformed: number
    unseen: number
    matched?: { [id: string]: string }
  }
  'transcript.unreadable': { transcript: string }
  'host.event': Rest & { event: string }
  'canary.judged': { by: string; findings: string[] }
}

export type FactKind = keyof Bodies

/** A fact before it becomes an entry. */
export type Fact<Kind extends FactKind = FactKind> = {
  [One in Kind]: { kind: One; actor: Actor; body: Bodies[One]; artifacts?: ArtifactRef[] }
}[Kind]

/** Kinds whose actor is not the harness. */
const ACTORS: { [kind in FactKind]?: Actor } = {
  'turn.opened': 'user',
  'dispatch.proposed': 'agent',
  'stop.reached': 'agent',
  'validator.passed': 'validator',
  'validator.failed': 'validator',
  'validator.refused': 'validator',
  'claim.waived': 'admin',
  'tests.accepted': 'admin',
}

export const fact = <Kind extends FactKind>(kind: Kind, body: Bodies[Kind]): Fact<Kind> =>
  ({ kind, actor: ACTORS[kind] ?? 'harness', body }) as Fact<Kind>

/** Does not narrow the type, because bodies come from disk. `readFact` returns their typed content. */
export const isFact = ({ kind }: { kind: string }, ...kinds: readonly FactKind[]): boolean =>
  (kinds as readonly string[]).includes(kind)

/** The kind of an entry; for an event kept as raw bytes, the kind it would have had. */
export const kindOf = ({ kind, body }: Pick<Entry, 'kind' | 'body'>): string => {
  const { insteadOf } = body
  return isFact({ kind }, 'host.event') && typeof insteadOf === 'string' ? insteadOf : kind
}

/** The policy that was active in the session's first folder when an entry was written. */
export type Ruled<Source = string> = { why: string; source: Source; project: string }

/** The policies that entries record as active, and when. The built-in one is not recorded. */
export const ruledBefore = (entries: readonly Entry[]): (Ruled & { at: string })[] =>
  entries.flatMap((entry) => {
    const ruled = rulingIn(isFact(entry, 'policy.ruling') ? entry.body : (objectIn(entry.body, 'ruling') ?? {}))
    return ruled === null ? [] : [{ ...ruled, at: entry.at }]
  })

const READERS = {
  'session.started': ({ body }: Entry) => ({
    host: wordIn(body, 'host'),
    session: wordIn(body, 'session'),
    agent: agentIn(body),
    parent: parentIn(body),
    cwd: wordIn(body, 'cwd'),
    environment: environmentIn(body),
    model: wordIn(body, 'model'),
    source: wordIn(body, 'source'),
    transcript: wordIn(body, 'transcript'),
    transcriptBytes: numberIn(body, 'transcriptBytes'),
    blindSpots: listIn(body, 'blindSpots').filter(isText),
  }),
  'session.ended': ({ body }: Entry) => ({ reason: wordIn(body, 'reason') }),
  'session.linked': ({ body }: Entry) => ({ host: wordIn(body, 'host') ?? '', stream: wordIn(body, 'stream') }),
  'policy.ruling': () => ({}),
  'turn.opened': (entry: Entry) => ({
    prompt: textIn(entry, entry.body, 'prompt') ?? rawOf(entry) ?? '',
    start: startIn(objectIn(entry.body, 'start')),
  }),
  'turn.changed': ({ body }: Entry) => ({
    paths: listIn(body, 'paths').filter(isText),
    total: numberIn(body, 'total') ?? 0,
    restored: listIn(body, 'restored').filter(isText),
    ...(Array.isArray(body['theirs']) && { theirs: listIn(body, 'theirs').filter(isText) }),
    ...(body['beside'] === true && { beside: true as const }),
  }),
  'notice.received': (entry: Entry) => ({
    origin: wordIn(entry.body, 'origin') ?? 'unknown',
    text: textIn(entry, entry.body, 'text') ?? '',
    task: taskIn(entry.body),
  }),
  'dispatch.proposed': callIn,
  'dispatch.unseen': callIn,
  'dispatch.denied': ({ body }: Entry) => ({ call: wordIn(body, 'call'), code: wordIn(body, 'code') ?? 'denied' }),
  'dispatch.flagged': ({ body }: Entry) => ({
    call: wordIn(body, 'call'),
    findings: flagsIn(body),
    isUnasked: body['unasked'] === true,
  }),
  'dispatch.scored': ({ body }: Entry) => ({
    call: wordIn(body, 'call'),
    risk: {
      score: numberIn(body, 'risk'),
      isEscalated: wordIn(body, 'route') === 'escalate',
      matched: listIn(body, 'matched').filter(isText),
    },
  }),
  'dispatch.observed': (entry: Entry) => ({
    ...callIn(entry),
    status: STATUSES.find((status) => status === entry.body['status']) ?? 'unknown',
    exit: numberIn(entry.body, 'exit'),
    durationMs: numberIn(entry.body, 'durationMs'),
    shownBy: wordIn(entry.body, 'shownBy'),
    said: saidIn(entry),
    isByPerson: entry.body['refusedBy'] === 'person',
  }),
  'person.asked': ({ body }: Entry) => ({ call: wordIn(body, 'call'), of: numberIn(body, 'of') }),
  'outcome.observed': ({ body }: Entry) => ({ of: numberIn(body, 'of'), outcome: wordIn(body, 'outcome') }),
  'check.failed': ({ body }: Entry) => ({ detail: wordIn(body, 'detail') }),
  'blindspot.noted': ({ body }: Entry) => ({ code: wordIn(body, 'code'), detail: wordIn(body, 'detail') }),
  'validator.passed': (entry: Entry) => validationIn(entry, 'passed'),
  'validator.failed': (entry: Entry) => validationIn(entry, 'failed'),
  'validator.refused': (entry: Entry) => validationIn(entry, 'refused'),
  'claim.waived': waiverIn,
  'tests.accepted': acceptanceIn,
  'stop.reached': (entry: Entry) => ({
    message: textIn(entry, entry.body, 'message'),
    background: listIn(entry.body, 'background'),
    isGated: entry.body['gated'] === true,
  }),
  'message.read': messageReadIn,
  'stop.judged': judgementIn,
  'stop.settled': judgementIn,
  'stop.blocked': (entry: Entry) => ({ reason: textIn(entry, entry.body, 'reason') }),
  'stop.failed': (entry: Entry) => ({
    error: textIn(entry, entry.body, 'error'),
    message: textIn(entry, entry.body, 'message'),
  }),
  'gate.unanswered': ({ body }: Entry) => ({ stop: numberIn(body, 'stop') }),
  'gate.overruled': ({ body }: Entry) => ({ by: wordIn(body, 'by') }),
  'context.compacted': ({ body }: Entry) => ({ phase: wordIn(body, 'phase'), trigger: wordIn(body, 'trigger') }),
  'settings.seen': ({ body }: Entry) => ({ at: wordIn(body, 'at'), files: settingsIn(body) }),
  'settings.changed': ({ body }: Entry) => ({ source: wordIn(body, 'source'), path: wordIn(body, 'path') }),
  'settings.refused': () => ({}),
  'agent.started': agentChangeIn,
  'agent.stopped': agentChangeIn,
  'recording.paused': ({ body }: Entry) => ({ until: wordIn(body, 'until') }),
  'recording.resumed': ({ body }: Entry) => ({
    transcript: wordIn(body, 'transcript'),
    transcriptBytes: numberIn(body, 'transcriptBytes'),
  }),
  'transcript.compared': ({ body }: Entry) => ({
    transcript: wordIn(body, 'transcript'),
    toBytes: numberIn(body, 'toBytes'),
    unseen: numberIn(body, 'unseen') ?? 0,
    malformed: numberIn(body, 'malformed') ?? 0,
    skippedBytes: numberIn(body, 'skippedBytes') ?? 0,
    matched: objectIn(body, 'matched') ?? {},
  }),
  'transcript.unreadable': () => ({}),
  'host.event': ({ body }: Entry) => ({ event: wordIn(body, 'event') }),
  'canary.judged': () => ({}),
} satisfies { [kind in FactKind]: (entry: Entry) => object | null }

/** All kinds, for the test that compares them with docs/hosts.md. */
export const FACT_KINDS = Object.keys(READERS) as FactKind[]

/** The content of an entry, read as a kind. */
export type Content<Kind extends FactKind> = ReturnType<(typeof READERS)[Kind]>

export const readFact = <Kind extends FactKind>(kind: Kind, entry: Entry): Content<Kind> =>
  READERS[kind](entry) as Content<Kind>

function rulingIn(body: JsonObject): Ruled | null {
  const [why, source, project] = [wordIn(body, 'why'), wordIn(body, 'source'), wordIn(body, 'project')]
  return why === null || source === null || project === null ? null : { why, source, project }
}

/** The raw bytes of an event that the ledger could not store as an entry. */
const rawOf = (entry: Entry): Text | null =>
  kindOf(entry) === entry.kind ? null : textIn(entry, { raw: { artifact: 'event' } }, 'raw')
