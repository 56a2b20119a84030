import { type Folds, fold } from '../../ledger/fold.ts'
import { type Entry, isObject, type Json } from '../../ledger/kinds.ts'
import { agentIn, environmentIn, parentIn } from './beginning.ts'
import { foldInstead, listIn, numberIn, rawOf, textIn, wordIn } from './body.ts'
import { deny, endTask, flag, observe, propose } from './calls.ts'
import { type AgentStep, add, emptyFolding, type Folding, lastStep, place } from './folding.ts'
import { judgementIn, waiverIn } from './judgement.ts'
import { changedBetween, settingsIn } from './settings.ts'
import type { BlindSpot, Session, Validation } from './state.ts'
import { validationIn } from './validation.ts'

/** The session that the entries of its stream lead to. */
export const sessionOf = (entries: Iterable<Entry>): Session => fold(entries, emptyFolding(), SESSION_FOLDS).session

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
  'dispatch.denied': deny,
  'dispatch.flagged': flag,
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
