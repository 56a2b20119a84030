import { type Entry, isObject, type Json } from '../ledger/kinds.ts'
import { ask, deny, endTask, flag, observe, propose, score } from './calls.ts'
import type { Content } from './facts.ts'
import { type FactFolds, foldFacts } from './fold-facts.ts'
import { type AgentStep, add, emptyFolding, type Folding, lastStep, step } from './folding.ts'
import type { Settings } from './parts.ts'
import { type BlindSpot, type RecordedJudgement, type Session, STOP_HOOK_ADDED, type Validation } from './state.ts'

/** Folds the entries of a stream into its session. */
export const sessionOf = (entries: Iterable<Entry>): Session =>
  foldFacts(entries, emptyFolding(), SESSION_FOLDS).session

/** The state grows in place: copying it for each entry would take quadratic time. */
const STEPS: FactFolds<Folding> = {
  'session.started': start,
  'session.ended': (state, { reason }, entry) => {
    state.session.ended = { at: entry.at, reason }
    return add(state, { ...step('end', entry), reason })
  },
  'session.linked': (state, { host, stream }, entry) => {
    // One of the started programs does report to this ledger. Another with the same name may not, so only one is removed.
    const { blindSpots } = state.session
    const at = blindSpots.findIndex(({ code, detail }) => code === AGENT_PROGRAM && detail === host)
    if (at !== -1) blindSpots.splice(at, 1)
    return add(state, { ...step('linked', entry), host, stream })
  },
  'turn.opened': (state, { prompt, start }, { seq, at }) => {
    state.session.ended = null
    state.session.turns.push({ seq, at, prompt, start, steps: [] })
    return state
  },
  'notice.received': (state, { origin, text, task }, entry) =>
    add(state, { ...step('notice', entry), origin, text, task: endTask(state, task, entry) }),
  'dispatch.proposed': (state, call, entry) => {
    state.session.ended = null
    return propose(state, call, entry, 'seen')
  },
  'dispatch.unseen': (state, call, entry) => propose(state, call, entry, 'unseen'),
  'dispatch.denied': deny,
  'dispatch.flagged': flag,
  'dispatch.scored': score,
  'person.asked': ask,
  'check.failed': (state, { detail }, { seq }) => addBlindSpot(state, { code: 'check-failed', seq, detail }),
  'dispatch.observed': observe,
  'validator.passed': validated,
  'validator.failed': validated,
  'validator.refused': validated,
  'turn.changed': (state, changes, entry) => add(state, { ...step('changes', entry), ...changes }),
  'claim.waived': (state, waiver) => add(state, waiver),
  'tests.accepted': (state, acceptance) => add(state, acceptance),
  'message.read': (state, read, entry) => add(state, { ...step('reading', entry), ...read }),
  'stop.judged': (state, judgement) => add(state, judgement),
  'stop.settled': settle,
  'recording.paused': (state, { until }, { seq }) =>
    addBlindSpot(state, { code: 'recording-paused', seq, detail: until === null ? null : `until ${until}` }),
  // A person may resume before the pause would have ended.
  'recording.resumed': (state, _, { at }) => {
    const paused = state.session.blindSpots.findLast(({ code }) => code === 'recording-paused')
    if (paused !== undefined && (paused.detail === null || paused.detail > `until ${at}`)) paused.detail = `until ${at}`
    return state
  },
  'gate.unanswered': (state, { stop }, entry) => {
    addBlindSpot(state, { code: 'gate-unanswered', seq: entry.seq, detail: null })
    if (stop === null) add(state, { ...step('stop', entry), message: null, background: 0 })
    return add(state, step('unanswered', entry))
  },
  'gate.overruled': (state, { by }, entry) => add(state, { ...step('overruled', entry), by }),
  'stop.reached': (state, { message, background }, entry) => {
    // A subagent in the background is still listed as running when it reports that it has stopped.
    const isOther = (task: Json): boolean => !isObject(task) || task['id'] !== state.session.agent?.id
    return add(state, { ...step('stop', entry), message, background: background.filter(isOther).length })
  },
  'stop.blocked': (state, { reason }, entry) => add(state, { ...step('block', entry), reason }),
  'stop.failed': (state, { error, message }, entry) => add(state, { ...step('failure', entry), error, message }),
  'context.compacted': (state, { phase, trigger }, entry) =>
    add(state, { ...step('compaction', entry), phase, trigger }),
  'settings.changed': (state, { source, path }, entry) =>
    add(state, { ...step('settings', entry), source, path, isRefused: false }),
  'settings.refused': (state) => {
    const changed = lastStep(state, 'settings')
    if (changed) changed.isRefused = true
    return state
  },
  'settings.seen': seeSettings,
  'agent.started': (state, agent, entry) => addAgent(state, agent, entry, null),
  'agent.stopped': (state, agent, entry) => {
    const known = state.agents.get(agent.agent)
    if (known === undefined) return addAgent(state, { ...agent, type: '' }, entry, entry.at)
    known.stoppedAt = entry.at
    return state
  },
  'blindspot.noted': (state, { code, detail }, { seq }) =>
    code === null ? state : addBlindSpot(state, { code, seq, detail }),
  'host.event': (state) => state,
  'transcript.unreadable': (state) => {
    state.session.compared.unreadable++
    return state
  },
  'transcript.compared': (state, content) => {
    const { compared } = state.session
    compared.times++
    for (const key of ['unseen', 'malformed', 'skippedBytes'] as const) compared[key] += content[key]
    return state
  },
}

type Fold = (state: Folding, content: object, entry: Entry) => Folding

/** Each fold also notes the time of the session's first and last entry. */
export const SESSION_FOLDS: FactFolds<Folding> = Object.fromEntries(
  Object.entries(STEPS).map(([kind, fold]) => [
    kind,
    (state: Folding, content: object, entry: Entry): Folding => {
      state.session.startedAt ??= entry.at
      state.session.lastAt = entry.at
      return (fold as Fold)(state, content, entry)
    },
  ]),
)

function start(state: Folding, started: Content<'session.started'>, entry: Entry): Folding {
  const { session } = state
  const { source } = started
  const isFirst = session.host === null
  session.ended = null
  if (!isFirst) add(state, { ...step('restart', entry), source })
  else session.source = source
  session.host ??= started.host
  session.session ??= started.session
  session.cwd ??= started.cwd
  session.model = started.model ?? session.model
  session.environment = started.environment ?? session.environment
  session.agent ??= started.agent
  session.parent ??= started.parent
  for (const code of started.blindSpots) addBlindSpot(state, { code, seq: entry.seq, detail: null })
  return state
}

/** Ignores entries that the harness did not write as a validator's result. */
function validated(state: Folding, validation: Validation, { actor }: Entry): Folding {
  return actor === 'validator' ? add(state, validation) : state
}

/** Adds a late verdict to the turn of its stop: a person may have opened another turn since. */
function settle(state: Folding, judgement: RecordedJudgement): Folding {
  const { of } = judgement
  const turn = of === null || of === 0 ? undefined : state.session.turns.findLast(({ seq }) => seq > 0 && seq < of)
  if (turn === undefined) return add(state, judgement)
  turn.steps.push(judgement)
  return state
}

function addBlindSpot(state: Folding, spot: BlindSpot): Folding {
  const { blindSpots } = state.session
  const isKnown = blindSpots.some(({ code, detail }) => code === spot.code && detail === spot.detail)
  if (!isKnown || spot.code === AGENT_PROGRAM) blindSpots.push(spot)
  return state
}

/** The blind spot that is never dropped as a duplicate: each one is about a different program. */
const AGENT_PROGRAM = 'agent-program'

/** Reports settings that have changed since they were last seen. It is too late to prevent the change. */
function seeSettings(state: Folding, { at, files: now }: Content<'settings.seen'>, { seq }: Entry): Folding {
  // If the session was announced without settings files, all of these are new.
  const before = state.settings ?? (at === 'stop' && state.session.source !== 'unannounced' ? new Map() : now)
  state.settings = now
  if (at !== 'start')
    for (const detail of changedBetween(before, now))
      addBlindSpot(state, { code: 'settings-changed-mid-session', seq, detail })
  if (at !== 'start')
    for (const detail of stopsAdded(before, now)) addBlindSpot(state, { code: STOP_HOOK_ADDED, seq, detail })
  return state
}

/** Hooks on stops that a file got: they may overrule a block. An older version did not record them. */
const stopsAdded = (before: Settings, now: Settings): string[] =>
  [...now].flatMap(([path, { sha256, otherStops }]) => {
    const old = before.get(path)
    const fresh = old?.sha256 === sha256 ? [] : otherStops.filter((command) => !old?.otherStops.includes(command))
    return fresh.map((command) => `${command} (in ${path})`)
  })

/** Files that were changed, removed or added. */
function changedBetween(before: Settings, now: Settings): string[] {
  const paths = new Set([...before.keys(), ...now.keys()])
  return [...paths].filter((path) => before.get(path)?.sha256 !== now.get(path)?.sha256)
}

function addAgent(
  state: Folding,
  { agent, type, stream }: Content<'agent.started'>,
  entry: Entry,
  stoppedAt: string | null,
): Folding {
  // Concurrent hooks may each report a subagent's first event.
  if (state.agents.has(agent)) return state
  const added: AgentStep = { ...step('agent', entry), agent, type, stream, stoppedAt }
  state.agents.set(agent, added)
  return add(state, added)
}
