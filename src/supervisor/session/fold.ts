import { type Folds, fold } from '../../ledger/fold.ts'
import { type Entry, isObject, type Json, type JsonObject } from '../../ledger/kinds.ts'
import { agentIn, environmentIn, parentIn } from './beginning.ts'
import { foldInstead, knownOf, listIn, numberIn, objectIn, rawOf, textIn, wordIn } from './body.ts'
import { endIn } from './end.ts'
import { judgementIn, waiverIn } from './judgement.ts'
import { isUnsettled, Pairing } from './pairing.ts'
import { changedBetween, type SeenSettings, settingsIn } from './settings.ts'
import type { BlindSpot, Call, Flag, Session, Step, TaskEnd, Validation } from './state.ts'
import { validationIn } from './validation.ts'

/** A session being folded: what it says so far, and the calls that may still be heard of. */
export type Folding = {
  session: Session
  calls: Pairing<Call>
  agents: Map<string, AgentStep>
  settings: SeenSettings | null
}

type AgentStep = Extract<Step, { kind: 'agent' }>

export const emptyFolding = (): Folding => ({
  session: {
    host: null,
    session: null,
    agent: null,
    parent: null,
    cwd: null,
    environment: null,
    model: null,
    source: null,
    startedAt: null,
    lastAt: null,
    ended: null,
    before: [],
    turns: [],
    blindSpots: [],
    compared: { times: 0, unreadable: 0, unseen: 0, malformed: 0, skippedBytes: 0 },
  },
  calls: new Pairing(),
  agents: new Map(),
  settings: null,
})

/** The session that the entries of its stream lead to. */
export const sessionOf = (entries: Iterable<Entry>): Session => fold(entries, emptyFolding(), SESSION_FOLDS).session

/** A step in the turn it belongs to. */
function add(state: Folding, step: Step): Folding {
  const { before, turns } = state.session
  ;(turns.at(-1)?.steps ?? before).push(step)
  return state
}

function lastStep<Kind extends Step['kind']>({ session }: Folding, kind: Kind): Extract<Step, { kind: Kind }> | null {
  const steps = session.turns.at(-1)?.steps ?? session.before
  return (steps.findLast((step) => step.kind === kind) as Extract<Step, { kind: Kind }> | undefined) ?? null
}

const place = <Kind extends string>(kind: Kind, { seq, at }: Entry) => ({ kind, seq, at })

/** The state grows in place: a copy for each entry would cost the square. */
const STEPS: Folds<Folding> = {
  'session.started': start,
  'session.ended': (state, entry) => {
    const reason = wordIn(entry.body, 'reason')
    state.session.ended = { at: entry.at, reason }
    return add(state, { ...place('end', entry), reason })
  },
  'session.linked': (state, entry) => {
    const { body } = entry
    const host = wordIn(body, 'host') ?? ''
    // One of the programs that were started is on record after all; another of the same name may not be.
    const { blindSpots } = state.session
    const at = blindSpots.findIndex(({ code, detail }) => code === AGENT_PROGRAM && detail === host)
    if (at !== -1) blindSpots.splice(at, 1)
    return add(state, { ...place('linked', entry), host, stream: wordIn(body, 'stream') })
  },
  'turn.opened': (state, entry) => {
    const { seq, at } = entry
    state.session.ended = null
    state.session.turns.push({ seq, at, prompt: textIn(entry, entry.body, 'prompt') ?? rawOf(entry) ?? '', steps: [] })
    return state
  },
  'notice.received': (state, entry) => {
    const origin = wordIn(entry.body, 'origin') ?? 'unknown'
    const text = textIn(entry, entry.body, 'text') ?? ''
    return add(state, { ...place('notice', entry), origin, text, task: endTask(state, entry) })
  },
  'dispatch.proposed': (state, entry) => {
    state.session.ended = null
    return propose(state, entry, false)
  },
  'dispatch.unseen': (state, entry) => propose(state, entry, true),
  'dispatch.denied': (state, { body }) => {
    const id = wordIn(body, 'call')
    // Where calls have no ids: it is recorded right behind the call it is about.
    const call = id === null ? lastStep(state, 'call') : state.calls.find(id)
    if (call) call.denied = wordIn(body, 'code') ?? 'denied'
    return state
  },
  'dispatch.flagged': (state, { body }) => {
    const id = wordIn(body, 'call')
    const call = id === null ? lastStep(state, 'call') : state.calls.find(id)
    if (call) call.flags = flagsIn(body)
    return state
  },
  'check.failed': (state, entry) => {
    addBlindSpot(state, { code: 'check-failed', seq: entry.seq, detail: wordIn(entry.body, 'detail') })
    return state
  },
  'dispatch.observed': observe,
  'validator.passed': validated('passed'),
  'validator.failed': validated('failed'),
  'validator.refused': validated('refused'),
  'claim.waived': (state, entry) => {
    const waiver = waiverIn(entry)
    return waiver === null ? state : add(state, waiver)
  },
  'stop.judged': (state, entry) => add(state, judgementIn(entry)),
  'recording.paused': (state, entry) => {
    const until = wordIn(entry.body, 'until')
    addBlindSpot(state, { code: 'recording-paused', seq: entry.seq, detail: until === null ? null : `until ${until}` })
    return state
  },
  'gate.unanswered': (state, entry) => {
    addBlindSpot(state, { code: 'gate-unanswered', seq: entry.seq, detail: null })
    return state
  },
  'stop.reached': (state, entry) => {
    // A subagent in the background is still listed as running when it reports that it has stopped.
    const isOther = (task: Json): boolean => !isObject(task) || task['id'] !== state.session.agent?.id
    const background = listIn(entry.body, 'background').filter(isOther).length
    return add(state, { ...place('stop', entry), message: textIn(entry, entry.body, 'message'), background })
  },
  'stop.blocked': (state, entry) =>
    add(state, { ...place('block', entry), reason: textIn(entry, entry.body, 'reason') }),
  'stop.failed': (state, entry) =>
    add(state, {
      ...place('failure', entry),
      error: textIn(entry, entry.body, 'error'),
      message: textIn(entry, entry.body, 'message'),
    }),
  'context.compacted': (state, entry) => {
    const { body } = entry
    return add(state, {
      ...place('compaction', entry),
      phase: wordIn(body, 'phase'),
      trigger: wordIn(body, 'trigger'),
    })
  },
  'settings.changed': (state, entry) => {
    const { body } = entry
    const [source, path] = [wordIn(body, 'source'), wordIn(body, 'path')]
    return add(state, { ...place('settings', entry), source, path, isRefused: false })
  },
  'settings.refused': (state) => {
    const step = lastStep(state, 'settings')
    if (step) step.isRefused = true
    return state
  },
  'settings.seen': seeSettings,
  'agent.started': (state, entry) => {
    const { body } = entry
    return addAgent(state, entry, wordIn(body, 'type') ?? '', null)
  },
  'agent.stopped': (state, entry) => {
    const known = state.agents.get(wordIn(entry.body, 'agent') ?? '')
    if (known === undefined) return addAgent(state, entry, '', entry.at)
    known.stoppedAt = entry.at
    return state
  },
  'blindspot.noted': (state, entry) => {
    const code = wordIn(entry.body, 'code')
    if (code !== null) addBlindSpot(state, { code, seq: entry.seq, detail: wordIn(entry.body, 'detail') })
    return state
  },
  'host.event': foldInstead(() => SESSION_FOLDS),
  'transcript.unreadable': (state) => {
    state.session.compared.unreadable++
    return state
  },
  'transcript.compared': (state, { body }) => {
    const { compared } = state.session
    compared.times++
    for (const key of ['unseen', 'malformed', 'skippedBytes'] as const) compared[key] += numberIn(body, key) ?? 0
    return state
  },
}

/** Each also says when it happened. */
export const SESSION_FOLDS: Folds<Folding> = Object.fromEntries(
  Object.entries(STEPS).map(([kind, step]) => [
    kind,
    (state: Folding, entry: Entry): Folding => {
      state.session.startedAt ??= entry.at
      state.session.lastAt = entry.at
      return step(state, entry)
    },
  ]),
)

function start(state: Folding, entry: Entry): Folding {
  const { session } = state
  const { body } = entry
  const source = wordIn(body, 'source')
  const isFirst = session.host === null
  session.ended = null
  if (!isFirst) add(state, { ...place('restart', entry), source })
  else session.source = source
  session.host ??= wordIn(body, 'host')
  session.session ??= wordIn(body, 'session')
  session.cwd ??= wordIn(body, 'cwd')
  session.model = wordIn(body, 'model') ?? session.model
  session.environment = environmentIn(body) ?? session.environment
  session.agent ??= agentIn(body)
  session.parent ??= parentIn(body)
  for (const code of listIn(body, 'blindSpots'))
    if (typeof code === 'string') addBlindSpot(state, { code, seq: entry.seq, detail: null })
  return state
}

/** Only what the harness put on record as a validator's word is one. */
function validated(result: Validation['result']) {
  return (state: Folding, entry: Entry): Folding =>
    entry.actor === 'validator' ? add(state, validationIn(entry, result)) : state
}

function addBlindSpot({ session }: Folding, spot: BlindSpot): void {
  const isKnown = session.blindSpots.some(({ code, detail }) => code === spot.code && detail === spot.detail)
  if (!isKnown || spot.code === AGENT_PROGRAM) session.blindSpots.push(spot)
}

/** Each is one program, so each counts. */
const AGENT_PROGRAM = 'agent-program'

/** What changed since settings were last seen could not be prevented, and is told. */
function seeSettings(state: Folding, { seq, body }: Entry): Folding {
  const now = settingsIn(body)
  // A session that was announced with none has got them since.
  const before = state.settings ?? (body['at'] === 'stop' && state.session.source !== 'unannounced' ? new Map() : now)
  state.settings = now
  if (body['at'] !== 'start')
    for (const detail of changedBetween(before, now))
      addBlindSpot(state, { code: 'settings-changed-mid-session', seq, detail })
  return state
}

function addAgent(state: Folding, entry: Entry, type: string, stoppedAt: string | null): Folding {
  const agent = wordIn(entry.body, 'agent') ?? ''
  // Hooks that meet at a subagent's first event may each tell of it.
  if (state.agents.has(agent)) return state
  const step: AgentStep = { ...place('agent', entry), agent, type, stream: wordIn(entry.body, 'stream'), stoppedAt }
  state.agents.set(agent, step)
  return add(state, step)
}

function propose(state: Folding, entry: Entry, isUnseen: boolean): Folding {
  const { calls, session } = state
  calls.propose(knownOf(entry), session.turns.length, () => addCall(state, entry, isUnseen))
  return state
}

function addCall(state: Folding, entry: Entry, isUnseen: boolean): Call {
  const call: Call = {
    ...place('call', entry),
    id: wordIn(entry.body, 'call'),
    tool: wordIn(entry.body, 'tool') ?? 'unknown',
    input: entry.body['input'] ?? null,
    ranWith: null,
    isUnseen,
    denied: null,
    flags: [],
    end: null,
    task: null,
  }
  add(state, call)
  return call
}

function observe(state: Folding, entry: Entry): Folding {
  const { calls, session } = state
  const known = knownOf(entry)
  const { call, proposed } = calls.observe(known, session.turns.length, () => addCall(state, entry, false))
  if (!isUnsettled(call.end?.status ?? null)) return state
  call.end = endIn(entry, proposed === null || call.isUnseen ? null : call.at)
  // What a transcript or a batch gives as input may be put in other words.
  const isOwn = proposed !== null && call.end.shownBy === null
  if (isOwn && proposed.like !== known.like) call.ranWith = entry.body['input'] ?? null
  return state
}

const flagsIn = (body: JsonObject): Flag[] =>
  listIn(body, 'findings').flatMap((one) => {
    const code = isObject(one) ? wordIn(one as JsonObject, 'code') : null
    return code === null ? [] : [{ code, said: wordIn(one as JsonObject, 'said') ?? '' }]
  })

/** A notification may say how a call that went on in the background has ended. */
function endTask({ calls }: Folding, { seq, at, body }: Entry): TaskEnd | null {
  const task = objectIn(body, 'task')
  if (task === null) return null
  const end = { seq, at, status: wordIn(task, 'status'), exit: numberIn(task, 'exit') }
  const call = calls.find(wordIn(task, 'call') ?? '')
  if (call !== null) call.task = end
  return end
}
