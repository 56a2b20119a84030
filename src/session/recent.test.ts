import { describe, expect, it } from 'vitest'
import type { Actor, Entry, JsonObject } from '../ledger/kinds.ts'
import { type Fact, fact, kindOf, readFact, ruledBefore } from './facts.ts'
import {
  allEntries,
  EntriesMissing,
  lastHeard,
  lastJudged,
  lastReason,
  lastSettings,
  observedCalls,
  openingOf,
  sinceLastPrompt,
  sinceLetGo,
  stillOpen,
} from './recent.ts'

type Written = { kind: string; actor: Actor; body: JsonObject }

const entry = ({ kind, actor, body }: Written, seq: number): Entry => ({
  v: 1,
  stream: 'session/h-s',
  seq,
  at: `2026-01-01T00:00:0${seq % 10}.000Z`,
  kind,
  actor,
  body,
  artifacts: [],
  prev: '0'.repeat(64),
})

/** Entries in stream order; `recent` returns them newest first. */
const written = (...facts: (Fact | Written)[]): Entry[] => facts.map((one, i) => entry(one, i + 1))
const recent = (...facts: (Fact | Written)[]): Entry[] => written(...facts).reverse()

const PROMPT = fact('turn.opened', { prompt: 'Go.' })
const STOP = fact('stop.reached', { message: 'Done.', isAgain: null, background: [], gated: true })
const JUDGED = fact('stop.judged', { verdict: 'blocked' })
const BLOCKED = fact('stop.blocked', { reason: 'No.' })
const OTHER = fact('host.event', { event: 'Any' })

describe('the entries of a turn', () => {
  it('begin with the last prompt, in the order they were written', () => {
    expect(sinceLastPrompt(recent(PROMPT, OTHER, PROMPT, STOP, JUDGED)).map(({ seq }) => seq)).toEqual([3, 4, 5])
  })

  it('are not given if one of them is missing', () => {
    const cut = recent(PROMPT, STOP, JUDGED, BLOCKED).filter(({ seq }) => seq !== 3)
    expect(() => sinceLastPrompt(cut)).toThrow(EntriesMissing)
  })

  it('include spooled ones, which have no seq yet', () => {
    const spooled = { ...entry(STOP, 9), seq: 0 }
    expect(sinceLastPrompt([spooled, ...recent(PROMPT, OTHER)]).map(({ kind }) => kind)).toEqual([
      ...['turn.opened', 'host.event', 'stop.reached'],
    ])
  })
})

describe('the entries of turns that were not let go', () => {
  const EARNED = fact('stop.judged', { verdict: 'earned' })
  const CALL = { kind: 'dispatch.observed', actor: 'harness', body: { tool: 'Bash' } } as const
  const seqs = (...facts: (Fact | Written)[]): number[] => sinceLetGo(recent(...facts)).map(({ seq }) => seq)

  it('begin after the last judgement that let a turn go', () => {
    expect(seqs(PROMPT, EARNED, PROMPT, CALL)).toEqual([3, 4])
    expect(seqs(PROMPT, JUDGED, EARNED, PROMPT, CALL)).toEqual([4, 5])
    expect(seqs(PROMPT, EARNED, PROMPT, CALL, PROMPT, CALL)).toEqual([3, 4, 5, 6])
  })

  it('include a turn that was held back, and one with calls after its end', () => {
    expect(seqs(PROMPT, EARNED, PROMPT, CALL, JUDGED, PROMPT, CALL)).toEqual([3, 4, 5, 6, 7])
    expect(seqs(PROMPT, EARNED, PROMPT, EARNED, CALL, PROMPT)).toEqual([3, 4, 5, 6])
  })

  it('of a subagent are all of them, however many', () => {
    const calls = Array.from({ length: 3000 }, () => CALL)
    expect(allEntries(recent(PROMPT, ...calls)).map(({ seq }) => seq)).toEqual(calls.map((_, i) => i + 1).concat(3001))
  })

  it('are at most 2,000, and older prompts, judgements and subagents', () => {
    const calls = Array.from({ length: 3000 }, () => CALL)
    const asking = fact('stop.judged', { verdict: 'asking' })
    const found = seqs(PROMPT, EARNED, PROMPT, ...calls, asking, PROMPT, CALL)
    expect({ first: found.slice(0, 2), length: found.length }).toEqual({ first: [3, 1007], length: 2001 })
  })
})

it('the opening of a session ends with its first prompt, and does not begin again when it is resumed', () => {
  const started = fact('session.started', { host: 'h', session: 's', cwd: '/p', transcript: null, source: 'startup' })
  expect(openingOf(written(started, OTHER, PROMPT, STOP)).length).toBe(3)
  expect(openingOf(written(started, OTHER, started, PROMPT)).length).toBe(2)
})

it('the last reason is that of this turn', () => {
  expect(lastReason(recent(PROMPT, BLOCKED, STOP))).toBe('No.')
  expect(lastReason(recent(BLOCKED, PROMPT, STOP))).toBeNull()
})

it('settings are those last seen, with how many of our hooks they held', () => {
  const seen = (hooks: number) => fact('settings.seen', { at: 'stop', files: [{ path: '/s', sha256: 'a', hooks }] })
  expect(lastSettings(recent(seen(3), seen(2), OTHER)).get('/s')).toMatchObject({ sha256: 'a', hooks: 2 })
  expect(lastSettings(recent(OTHER)).size).toBe(0)
})

it('the last event is not what a command wrote', () => {
  const waived = fact('claim.waived', { claim: 'done', reason: 'r', turn: 1, confirmed: 'typed' })
  expect(lastHeard(recent(OTHER, waived))?.kind).toBe('host.event')
})

it('calls are observed also if only the raw bytes of their event could be kept', () => {
  const raw = { kind: 'host.event', actor: 'harness', body: { insteadOf: 'dispatch.observed', call: 'c' } } as const
  expect(observedCalls(recent(raw), 1)).toEqual(new Set(['c']))
})

describe('facts', () => {
  it('name the actor', () => {
    expect([PROMPT.actor, STOP.actor, JUDGED.actor]).toEqual(['user', 'agent', 'harness'])
  })

  it('read a policy only if it is named whole', () => {
    const ruling = { why: 'approved', source: 'x', project: '/p' }
    const entries = written(fact('turn.opened', { prompt: '', ruling }), { ...JUDGED, body: { ruling: { why: 'x' } } })
    expect(ruledBefore(entries)).toEqual([{ ...ruling, at: entries[0]?.at }])
  })

  it('read bodies of another form as unknown', () => {
    const odd = entry({ kind: 'dispatch.observed', actor: 'harness', body: { tool: 7, exit: 'x', output: [] } }, 1)
    const { id, tool, status, exit, said } = readFact('dispatch.observed', odd)
    expect([id, tool, status, exit, said]).toEqual([null, 'unknown', 'unknown', null, null])
  })

  it('have the kind that an event kept as raw bytes would have had', () => {
    expect(kindOf({ kind: 'host.event', body: { insteadOf: 'turn.opened' } })).toBe('turn.opened')
    expect(kindOf({ kind: 'note', body: { insteadOf: 'turn.opened' } })).toBe('note')
  })
})

describe('tests that are still open', () => {
  const gone = (test: string) => ({ test, how: 'gone' }) as const
  const judgement = (...tests: string[]): Fact => fact('stop.judged', { verdict: 'blocked', weakened: tests.map(gone) })
  const accepted = (...tests: string[]): Fact => fact('tests.accepted', { tests: tests.map(gone), by: 'typed' })
  const open = (...facts: (Fact | Written)[]): string[] =>
    stillOpen(written(...facts).reverse()).map(({ test }) => test)

  it('are those of the newest judgement, whichever turn it belongs to', () => {
    expect(open()).toEqual([])
    expect(open(judgement('a', 'b'))).toEqual(['a', 'b'])
    expect(open(judgement('a', 'b'), fact('turn.opened', { prompt: 'Again.' }))).toEqual(['a', 'b'])
    expect(open(judgement('a', 'b'), judgement('b'))).toEqual(['b'])
    expect(open(judgement('a'), fact('stop.judged', { verdict: 'earned' }))).toEqual([])
  })

  it('are not forgotten when the gate fails', () => {
    const failed = fact('stop.judged', { verdict: 'unsupervised', failed: 'GATE_FAILED' })
    expect(open(judgement('a'), failed)).toEqual(['a'])
    expect(lastJudged(written(failed))).toBe(null)
  })

  it('do not include those that a person accepted since', () => {
    expect(open(judgement('a', 'b'), accepted('a'))).toEqual(['b'])
    // Accepted before: the stop would have left it out, had it been the same project.
    expect(open(accepted('a'), judgement('a'))).toEqual(['a'])
  })

  it('include those that only an agent says were accepted', () => {
    expect(open(judgement('a'), { ...accepted('a'), actor: 'agent' })).toEqual(['a'])
  })
})
