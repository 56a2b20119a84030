import { expect } from 'vitest'
import type { Made } from '../../src/doctor/model-server/server.ts'
import type { Entry, JsonObject } from '../../src/ledger/kinds.ts'
import { line } from './ledger.ts'
import { ERRAND, type Session } from './session.ts'

/**
 * The lines of a stream, in order; those in a list of their own may come in any order among themselves. A pattern stands
 * where a program leaves part of a line to chance. In a list, a line behind a question mark may be missing: some programs
 * end before a hook they have started does.
 */
export type Lines = readonly (string | RegExp | readonly string[])[]

/**
 * What a session must have left: the stream of the agent, that of its subagent, that of another program it started from
 * its shell, and what it says it cannot see.
 */
export type Expected = { main: Lines; agent?: Lines; started?: Lines; blindSpots?: readonly string[]; exit?: number }

/** When transcripts are compared, and how often, is a matter of when hosts write them. */
const COMPARED = 'transcript.compared'

/** Settings are looked at in every session, and these are written before it; what the gate says has tables of its own. */
const LEFT_OUT: readonly string[] = [COMPARED, 'settings.seen', 'stop.judged']

/** Calls of the model for which hosts have no event: waiting for a command, and code that makes calls of its own. */
const WITHOUT_EVENT = ['write_stdin', 'exec']

/** The ids that Codex gives to calls from within code. */
const NESTED = /^exec-/

const SPEAKERS: Record<string, string> = {
  'turn.opened': 'user',
  'dispatch.proposed': 'agent',
  'stop.reached': 'agent',
}

/** Holds a session against what it must have left on record, to the entry. */
export function expectOnRecord(session: Session, { main, agent, started, blindSpots = [], exit = 0 }: Expected): void {
  const { ledger, complaints, exits } = session
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

/** The main agent's stream is the one that is named after a session of the host and nothing else. */
const rank = (name: string, session: Session): number =>
  name === `session/${session.host}-${begun(session, name)['session']}` ? 0 : 1

const begun = ({ ledger }: Session, name: string): JsonObject =>
  bodies(ledger.streams[name], 'session.started')[0] ?? {}

/** Holds the entries of a stream against its lines. */
export function expectLines(all: readonly Entry[], wanted: Lines): void {
  const lines = all.filter(({ kind }) => !LEFT_OUT.includes(kind)).map(line)
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

/** A subagent's stream hangs below its parent's, and each names the other. */
function expectAgent(session: Session, parent: string, child = ''): void {
  for (const kind of ['agent.started', 'agent.stopped']) {
    const [told, ...more] = bodies(session.ledger.streams[parent], kind)
    expect({ ...told, more }).toMatchObject({ stream: child, more: [] })
    expect(child).toBe(`${parent}.${told?.['agent']}`)
  }
  expect(begun(session, child)).toMatchObject({ parent: { stream: parent } })
}

/** A program that was started from an agent's shell says by whom; by which session, where the shell knows it. */
function expectStarted(session: Session, parent: string, child = ''): void {
  const linked = bodies(session.ledger.streams[parent], 'session.linked').map(({ stream }) => stream)
  expect(begun(session, child)).toMatchObject({
    parent: { host: session.host, stream: linked.length > 0 ? parent : null },
  })
  expect(linked).toEqual(linked.map(() => child))
}

/** Where the host gives calls ids, those on record are those the model made there: none more, none less, none twice. */
function expectCalls(entries: readonly Entry[], made: readonly Made[]): void {
  const [proposed = [], observed = []] = ['dispatch.proposed', 'dispatch.observed'].map((kind) =>
    bodies(entries, kind).flatMap(({ call, status }) =>
      // What is unknown at first may be known later.
      typeof call === 'string' && status !== 'unknown' ? [call] : [],
    ),
  )
  expect(proposed).toEqual([...new Set(proposed)])
  if (observed.length === 0) return
  // Of one that was denied, some hosts say nothing more.
  const denied = bodies(entries, 'dispatch.denied').flatMap(({ call }) =>
    observed.includes(String(call)) ? [] : [call],
  )
  const ids = made.filter(({ name, id }) => !WITHOUT_EVENT.includes(name) && !denied.includes(id)).map(({ id }) => id)
  expect(observed.filter((id) => !NESTED.test(id)).sort()).toEqual(ids.sort())
}

/** Everyone speaks for themselves, what a command printed is there, and the host's own transcript could be read. */
function expectWhole(entries: readonly Entry[]): void {
  for (const { kind, actor } of entries) expect(`${kind} by ${actor}`).toBe(`${kind} by ${SPEAKERS[kind] ?? 'harness'}`)
  for (const { exit, input, output } of bodies(entries, 'dispatch.observed')) {
    const printed = /"echo (\w+)/.exec(JSON.stringify(input))?.[1]
    if (printed !== undefined && exit !== null) expect(JSON.stringify(output)).toContain(printed)
  }
  // Whatever was said last was judged, and where nobody approved a policy nothing is held back.
  const judged = bodies(entries, 'stop.judged').map(({ verdict }) => verdict)
  expect(judged).toHaveLength(bodies(entries, 'stop.reached').length)
  for (const verdict of judged) expect(['unclaimed', 'warned', 'waiting']).toContain(verdict)
  const compared = bodies(entries, COMPARED)
  if (entries.some(({ kind }) => kind === 'stop.reached')) expect(compared).not.toHaveLength(0)
  for (const body of compared) expect({ skippedBytes: 0, ...body }).toMatchObject({ malformed: 0, skippedBytes: 0 })
}

const bodies = (entries: readonly Entry[] = [], kind: string): JsonObject[] =>
  entries.filter((entry) => entry.kind === kind).map(({ body }) => body)
