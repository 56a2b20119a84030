import { expect } from 'vitest'
import type { Entry, JsonObject } from '../../src/ledger/kinds.ts'
import { line } from './ledger.ts'
import type { Session } from './session.ts'

/** The lines of a stream, in order; those in a list of their own may come in any order among themselves. */
export type Lines = readonly (string | readonly string[])[]

/** What a session must have left: the stream of the agent, and those of its subagents as they were started. */
export type Expected = { main: Lines; agents?: readonly Lines[] }

/** The ids that Codex gives to calls from within code. */
const NESTED = /^exec-/

/** Holds a session against what it must have left on record, to the entry. */
export function expectOnRecord(session: Session, { main, agents = [] }: Expected): void {
  const { ledger, complaints, exit } = session
  expect({ complaints, exit, findings: ledger.findings }).toEqual({ complaints: [], exit: 0, findings: [] })
  const names = Object.keys(ledger.streams).sort((a, b) => a.length - b.length)
  expect(names).toHaveLength(1 + agents.length)
  const [parent = '', ...children] = names
  expectLines(ledger.streams[parent] ?? [], main)
  for (const [i, name] of children.entries()) expectLines(ledger.streams[name] ?? [], agents[i] ?? [])
  expectLinks(session, parent, children)
  expectCalls(session)
}

function expectLines(entries: readonly Entry[], expected: Lines): void {
  let at = 0
  const actual = expected.map((one) => {
    if (typeof one === 'string') return lineAt(entries, at++)
    const group = one.map((_, i) => lineAt(entries, at + i))
    at += one.length
    return group.sort()
  })
  const rest = entries.slice(at).map(line)
  expect([...actual, ...rest]).toEqual(expected.map((one) => (typeof one === 'string' ? one : [...one].sort())))
}

const lineAt = (entries: readonly Entry[], at: number): string => {
  const entry = entries[at]
  return entry === undefined ? '(nothing)' : line(entry)
}

/** The stream is named after the session; a subagent's hangs below its parent's, and each names the other. */
function expectLinks({ ledger: { streams }, host }: Session, parent: string, children: readonly string[]): void {
  expect(parent).toBe(`session/${host}-${bodies(streams[parent], 'session.started')[0]?.['session']}`)
  const started = bodies(streams[parent], 'agent.started')
  expect(started.map(({ stream }) => stream)).toEqual(children)
  expect(started.map(({ agent }) => `${parent}.${agent}`)).toEqual(children)
  for (const child of children)
    expect(bodies(streams[child], 'session.started')).toMatchObject([{ parent: { stream: parent } }])
}

/** Calls that have an id are those the model made, each observed once at most, and after it was proposed. */
function expectCalls({ ledger: { streams }, made }: Session): void {
  const isKnown = (id: unknown): boolean => made.some((call) => call.id === id) || NESTED.test(String(id))
  for (const entries of Object.values(streams)) {
    const proposed = bodies(entries, 'dispatch.proposed').map(({ call }) => call)
    const observed = bodies(entries, 'dispatch.observed').map(({ call }) => call)
    for (const ids of [proposed, observed].map((all) => all.filter((id) => id !== undefined))) {
      expect(ids.filter((id) => !isKnown(id))).toEqual([])
      expect(new Set(ids).size).toBe(ids.length)
    }
  }
}

const bodies = (entries: readonly Entry[] = [], kind: string): JsonObject[] =>
  entries.filter((entry) => entry.kind === kind).map(({ body }) => body)
