import { expect } from 'vitest'
import type { Entry, JsonObject } from '../../src/ledger/kinds.ts'
import { line } from './ledger.ts'
import type { Session } from './session.ts'

/** The lines of a stream, in order; those in a list of their own may come in any order among themselves. */
export type Lines = readonly (string | readonly string[])[]

/** What a session must have left: the stream of the agent, those of its subagents, and what it says it cannot see. */
export type Expected = { main: Lines; agents?: readonly Lines[]; blindSpots?: readonly string[] }

/** When transcripts are compared, and how often, is a matter of when hosts write them. */
const COMPARED = 'transcript.compared'

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
export function expectOnRecord(session: Session, { main, agents = [], blindSpots = [] }: Expected): void {
  const { ledger, complaints, exits } = session
  expect({ complaints, findings: ledger.findings }).toEqual({ complaints: [], findings: [] })
  expect(exits).toEqual(exits.map(() => 0))
  const names = Object.keys(ledger.streams).sort((a, b) => a.length - b.length)
  expect(names).toHaveLength(1 + agents.length)
  const [parent = '', ...children] = names
  for (const [i, lines] of [main, ...agents].entries()) expectLines(ledger.streams[names[i] ?? ''] ?? [], lines)
  expectLinks(session, parent, children)
  expectCalls(session)
  for (const entries of Object.values(ledger.streams)) expectWhole(entries)
  const [started] = bodies(ledger.streams[parent], 'session.started')
  expect(started?.['blindSpots']).toEqual(expect.arrayContaining([...blindSpots]))
}

function expectLines(all: readonly Entry[], expected: Lines): void {
  const lines = all.filter(({ kind }) => kind !== COMPARED).map(line)
  const actual = expected.map((one) => (typeof one === 'string' ? lines.shift() : lines.splice(0, one.length).sort()))
  expect([...actual, ...lines]).toEqual(expected.map((one) => (typeof one === 'string' ? one : [...one].sort())))
}

/** The stream is named after the session; a subagent's hangs below its parent's, and each names the other. */
function expectLinks({ ledger: { streams }, host }: Session, parent: string, children: readonly string[]): void {
  expect(parent).toBe(`session/${host}-${bodies(streams[parent], 'session.started')[0]?.['session']}`)
  for (const kind of ['agent.started', 'agent.stopped']) {
    const told = bodies(streams[parent], kind)
    expect(told.map(({ stream }) => stream)).toEqual(children)
    expect(told.map(({ agent }) => `${parent}.${agent}`)).toEqual(children)
  }
  for (const child of children)
    expect(bodies(streams[child], 'session.started')).toMatchObject([{ parent: { stream: parent } }])
}

/** Where calls have ids, those on record are those the model made: none more, none less, none twice. */
function expectCalls({ ledger: { streams }, made }: Session): void {
  const entries = Object.values(streams).flat()
  const [proposed, observed] = ['dispatch.proposed', 'dispatch.observed'].map((kind) => idsOf(bodies(entries, kind)))
  expect(proposed).toEqual([...new Set(proposed)])
  expect(observed).toEqual([...new Set(observed)])
  if (observed === undefined || observed.length === 0) return
  const ids = made.filter(({ name }) => !WITHOUT_EVENT.includes(name)).map(({ id }) => id)
  expect(observed.filter((id) => !NESTED.test(id)).sort()).toEqual(ids.sort())
}

const idsOf = (all: readonly JsonObject[]): string[] =>
  all.flatMap(({ call }) => (typeof call === 'string' ? [call] : []))

/** Everyone speaks for themselves, what a command printed is there, and the host's own transcript could be read. */
function expectWhole(entries: readonly Entry[]): void {
  for (const { kind, actor } of entries) expect(`${kind} by ${actor}`).toBe(`${kind} by ${SPEAKERS[kind] ?? 'harness'}`)
  for (const { exit, input, output } of bodies(entries, 'dispatch.observed')) {
    const printed = /"echo (\w+)/.exec(JSON.stringify(input))?.[1]
    if (printed !== undefined && exit !== null) expect(JSON.stringify(output)).toContain(printed)
  }
  const compared = bodies(entries, COMPARED)
  expect(compared).not.toHaveLength(0)
  for (const body of compared) expect({ skippedBytes: 0, ...body }).toMatchObject({ malformed: 0, skippedBytes: 0 })
}

const bodies = (entries: readonly Entry[] = [], kind: string): JsonObject[] =>
  entries.filter((entry) => entry.kind === kind).map(({ body }) => body)
