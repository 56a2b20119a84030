import { expect, onTestFailed } from 'vitest'
import type { Made } from '../../src/doctor/model-server/server.ts'
import type { Entry, JsonObject } from '../../src/ledger/kinds.ts'
import { line } from './ledger.ts'
import { ERRAND, type Session } from './session.ts'

/**
 * The lines of a stream, in order; lines in a nested list may come in any order. A pattern is used if part of a line
 * varies. In a nested list, a line after a question mark may be missing: some programs end before a hook they have
 * started does.
 */
export type Lines = readonly (string | RegExp | readonly string[])[]

/**
 * The expected record of a session: the streams of the agent, of its subagent and of another program it started from its
 * shell, and the blind spots.
 */
export type Expected = { main: Lines; agent?: Lines; started?: Lines; blindSpots?: readonly string[]; exit?: number }

/** When and how often transcripts are compared depends on when hosts write them. */
const COMPARED = 'transcript.compared'

/** Settings are recorded in every session and do not change here; verdicts and outcomes have their own tables, scores are below. */
const LEFT_OUT: readonly string[] = [COMPARED, 'settings.seen', 'stop.judged', 'dispatch.scored', 'outcome.observed']

/** Calls of the model for which hosts have no event: waiting for a command, and code that makes its own calls. */
const WITHOUT_EVENT = ['write_stdin', 'exec']

/** The ids that Codex gives to calls from within code. */
const NESTED = /^exec-/

const SPEAKERS: Record<string, string> = {
  'turn.opened': 'user',
  'dispatch.proposed': 'agent',
  'stop.reached': 'agent',
}

/** Compares the record of a session with the expected one, entry by entry. */
export function expectOnRecord(session: Session, { main, agent, started, blindSpots = [], exit = 0 }: Expected): void {
  const { ledger, complaints, exits, printed } = session
  onTestFailed(() => console.log(printed.join('\n'), JSON.stringify(ledger.streams, null, 1)))
  expect({ complaints, findings: ledger.findings }).toEqual({ complaints: [], findings: [] })
  expect(exits).toEqual(exits.map(() => exit))
  const names = Object.keys(ledger.streams).sort((a, b) => rank(a, session) - rank(b, session))
  const expected = [main, agent, started].filter((lines) => lines !== undefined)
  expect(names).toHaveLength(expected.length)
  for (const [i, lines] of expected.entries()) {
    const entries = ledger.streams[names[i] ?? ''] ?? []
    expectLines(entries, lines)
    expectCalls(
      entries,
      session.made.filter(({ lane }) => lane === (i === 0 ? 'main' : ERRAND)),
    )
    expectWhole(entries)
  }
  const [parent = '', child] = names
  if (agent !== undefined) expectAgent(session, parent, child)
  if (started !== undefined) expectStarted(session, parent, child)
  expect(begun(session, parent)['blindSpots']).toEqual(expect.arrayContaining([...blindSpots]))
}

/** The main agent's stream is the one named after a session of the host alone. */
const rank = (name: string, session: Session): number =>
  name === `session/${session.host}-${begun(session, name)['session']}` ? 0 : 1

const begun = ({ ledger }: Session, name: string): JsonObject =>
  bodies(ledger.streams[name], 'session.started')[0] ?? {}

/** True for a flag because of the score alone: which calls score high does not depend on the host. */
const isScoreAlone = ({ kind, body }: Entry): boolean =>
  kind === 'dispatch.flagged' && (body['findings'] as JsonObject[]).every(({ code }) => code === 'RISK_HIGH')

/** Compares the entries of a stream with the expected lines. */
export function expectLines(all: readonly Entry[], wanted: Lines): void {
  const lines = all.filter((entry) => !LEFT_OUT.includes(entry.kind) && !isScoreAlone(entry)).map(line)
  const expected = wanted.map((one) => (isGroup(one) ? one.flatMap((each) => ifThere(each, lines)) : one))
  const actual = expected.map((one) => (isGroup(one) ? lines.splice(0, one.length).sort() : lines.shift()))
  expect([...actual, ...lines]).toEqual(
    expected.map((one) => (isGroup(one) ? [...one].sort() : one instanceof RegExp ? expect.stringMatching(one) : one)),
  )
}

const ifThere = (wanted: string, lines: readonly string[]): string[] => {
  const [, optional] = /^\? (.*)$/.exec(wanted) ?? []
  if (optional === undefined) return [wanted]
  return lines.includes(optional) ? [optional] : []
}

const isGroup = (one: Lines[number]): one is readonly string[] => Array.isArray(one)

/** A subagent's stream is linked to its parent's, and each names the other. */
function expectAgent(session: Session, parent: string, child = ''): void {
  for (const kind of ['agent.started', 'agent.stopped']) {
    const [told, ...more] = bodies(session.ledger.streams[parent], kind)
    expect({ ...told, more }).toMatchObject({ stream: child, more: [] })
    expect(child).toBe(`${parent}.${told?.['agent']}`)
  }
  expect(begun(session, child)).toMatchObject({ parent: { stream: parent } })
}

/** A program started from an agent's shell names the host that started it, and the session if the shell knows it. */
function expectStarted(session: Session, parent: string, child = ''): void {
  const linked = bodies(session.ledger.streams[parent], 'session.linked').map(({ stream }) => stream)
  expect(begun(session, child)).toMatchObject({
    parent: { host: session.host, stream: linked.length > 0 ? parent : null },
  })
  expect(linked).toEqual(linked.map(() => child))
}

/** If the host gives calls ids, the recorded calls are exactly those the model made, each once. */
function expectCalls(entries: readonly Entry[], made: readonly Made[]): void {
  const [proposed = [], observed = []] = ['dispatch.proposed', 'dispatch.observed'].map((kind) =>
    bodies(entries, kind).flatMap(({ call, status }) =>
      // A result that is unknown at first may be known later.
      typeof call === 'string' && status !== 'unknown' ? [call] : [],
    ),
  )
  expect(proposed).toEqual([...new Set(proposed)])
  expectScores(entries, proposed)
  if (observed.length === 0) return
  // Some hosts report nothing more about a denied call.
  const denied = bodies(entries, 'dispatch.denied').flatMap(({ call }) =>
    observed.includes(String(call)) ? [] : [call],
  )
  const ids = made.filter(({ name, id }) => !WITHOUT_EVENT.includes(name) && !denied.includes(id)).map(({ id }) => id)
  expect(observed.filter((id) => !NESTED.test(id)).sort()).toEqual(ids.sort())
}

/** Every call is scored once, unless protection denied it before the checks ran. */
function expectScores(entries: readonly Entry[], proposed: readonly string[]): void {
  const callsIn = (kind: string): unknown[] => bodies(entries, kind).map(({ call }) => call)
  const checked = callsIn('dispatch.flagged')
  const unchecked = callsIn('dispatch.denied').filter((call) => !checked.includes(call))
  const scored = callsIn('dispatch.scored').filter((call) => typeof call === 'string')
  expect(scored).toEqual(proposed.filter((call) => !unchecked.includes(call)))
}

/** Expects the right actors, the output of commands, and a readable transcript. */
function expectWhole(entries: readonly Entry[]): void {
  for (const { kind, actor } of entries) expect(`${kind} by ${actor}`).toBe(`${kind} by ${SPEAKERS[kind] ?? 'harness'}`)
  for (const { exit, input, output } of bodies(entries, 'dispatch.observed')) {
    const printed = /"echo (\w+)/.exec(JSON.stringify(input))?.[1]
    if (printed !== undefined && exit !== null) expect(JSON.stringify(output)).toContain(printed)
  }
  // Every final message was judged, and nothing was blocked, since no policy was approved.
  const judged = bodies(entries, 'stop.judged').map(({ verdict }) => verdict)
  expect(judged).toHaveLength(bodies(entries, 'stop.reached').length)
  for (const verdict of judged) expect(['unclaimed', 'warned', 'waiting', 'deferred']).toContain(verdict)
  const compared = bodies(entries, COMPARED)
  if (entries.some(({ kind }) => kind === 'stop.reached')) expect(compared).not.toHaveLength(0)
  for (const body of compared) expect({ skippedBytes: 0, ...body }).toMatchObject({ malformed: 0, skippedBytes: 0 })
}

const bodies = (entries: readonly Entry[] = [], kind: string): JsonObject[] =>
  entries.filter((entry) => entry.kind === kind).map(({ body }) => body)
