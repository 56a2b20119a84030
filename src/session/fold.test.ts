import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaled, seed } from '../../test/helpers/scale.ts'
import { canonical } from '../ledger/canonical.ts'
import { type Entry, GENESIS, type Json, type JsonObject } from '../ledger/kinds.ts'
import { SESSION_FOLDS, sessionOf } from './fold.ts'
import { foldFacts } from './fold-facts.ts'
import { emptyFolding } from './folding.ts'
import { isFailure, isUnsettled } from './pairing.ts'
import { type Call, type Session, stepsOf } from './state.ts'
import { emptyTally, TALLY_FOLDS } from './tally.ts'

const RUNS = { seed: seed(), numRuns: scaled(2_000) }

type Said = readonly [kind: string, body?: JsonObject]

/** Entries of one stream, a second apart. */
const entries = (...said: readonly Said[]): Entry[] =>
  said.map(([kind, body = {}], i) => ({
    v: 1,
    stream: 'session/a',
    seq: i + 1,
    at: new Date(Date.UTC(2026, 2, 1, 12, 0, i)).toISOString(),
    kind,
    actor: 'harness',
    body,
    artifacts: [],
    prev: GENESIS,
  }))

const session = (...said: readonly Said[]): Session => sessionOf(entries(...said))
const callsOf = (folded: Session): Call[] => stepsOf(folded).filter((step): step is Call => step.kind === 'call')
const calls = (...said: readonly Said[]): Call[] => callsOf(session(...said))

const OPENED: Said = ['turn.opened', { prompt: 'p' }]
const proposed = (command: string, call?: string): Said => ['dispatch.proposed', dispatch(command, call)]
const unseen = (command: string, call?: string): Said => ['dispatch.unseen', dispatch(command, call)]
const observed = (command: string, call?: string, more: JsonObject = {}): Said => [
  'dispatch.observed',
  { status: 'succeeded', exit: 0, ...dispatch(command, call), ...more },
]
const dispatch = (command: string, call?: string): JsonObject => ({
  tool: 'Bash',
  input: { command },
  ...(call !== undefined && { call }),
})

describe('a session', () => {
  it('lists a pause of recording as a blind spot', () => {
    const { blindSpots } = session(OPENED, ['recording.paused', { since: 'a', until: '2026-03-01T13:00:00.000Z' }])
    expect(blindSpots).toEqual([{ code: 'recording-paused', seq: 2, detail: 'until 2026-03-01T13:00:00.000Z' }])
  })

  it('takes host, folder, model and start from its first entry', () => {
    const body = { host: 'codex', session: 's1', cwd: '/p', model: 'm', source: 'startup', blindSpots: ['a', 'b'] }
    expect(session(['session.started', body], OPENED)).toMatchObject({
      host: 'codex',
      session: 's1',
      agent: null,
      parent: null,
      cwd: '/p',
      model: 'm',
      startedAt: '2026-03-01T12:00:00.000Z',
      lastAt: '2026-03-01T12:00:01.000Z',
      ended: null,
      blindSpots: [
        { code: 'a', seq: 1 },
        { code: 'b', seq: 1 },
      ],
    })
  })

  it('of a subagent knows its lead', () => {
    const parent = { host: 'codex', stream: 'session/codex-s1' }
    expect(session(['session.started', { host: 'codex', agent: 'a1', agentType: 'explorer', parent }])).toMatchObject({
      agent: { id: 'a1', type: 'explorer' },
      parent,
    })
  })

  it('that was resumed is the same session, open again, with each blind spot once', () => {
    const started: Said = ['session.started', { host: 'h', source: 'startup', model: 'old', blindSpots: ['a'] }]
    const again: Said = ['session.started', { host: 'h', source: 'resume', model: 'new', blindSpots: ['a'] }]
    const ended: Said = ['session.ended', { reason: 'logout' }]
    expect(session(started, ended)).toMatchObject({ ended: { at: '2026-03-01T12:00:01.000Z', reason: 'logout' } })
    const resumed = session(started, ended, again)
    expect(resumed).toMatchObject({ ended: null, source: 'startup', model: 'new', blindSpots: [{ code: 'a' }] })
    expect(resumed.before.map(({ kind }) => kind)).toEqual(['end', 'restart'])
  })

  it('keeps what happened before any prompt apart from its turns', () => {
    const { before, turns } = session(proposed('early', 'c1'), OPENED, proposed('late', 'c2'))
    expect(before).toMatchObject([{ kind: 'call', id: 'c1' }])
    expect(turns).toMatchObject([{ seq: 2, prompt: 'p', steps: [{ kind: 'call', id: 'c2' }] }])
  })

  it('lists notices, stops, failures, compactions, changed settings and links in their order', () => {
    const folded = session(
      OPENED,
      ['notice.received', { origin: 'notification', text: 'n' }],
      ['context.compacted', { phase: 'after', trigger: 'auto' }],
      ['settings.changed', { source: 'local', path: '/s' }],
      ['session.linked', { host: 'codex', stream: 'session/codex-x' }],
      ['stop.reached', { message: 'done', background: [{ id: 'b' }] }],
      ['stop.blocked', { reason: 'r' }],
      ['stop.failed', { error: 'e', message: null }],
    )
    expect(folded.turns[0]?.steps).toMatchObject([
      { kind: 'notice', origin: 'notification', text: 'n', task: null },
      { kind: 'compaction', phase: 'after', trigger: 'auto' },
      { kind: 'settings', source: 'local', path: '/s' },
      { kind: 'linked', host: 'codex', stream: 'session/codex-x' },
      { kind: 'stop', message: 'done', background: 1 },
      { kind: 'block', reason: 'r' },
      { kind: 'failure', error: 'e', message: null },
    ])
  })

  it('names its subagents with their streams, and when each stopped', () => {
    const started: Said = ['agent.started', { agent: 'a1', type: 't', stream: 'session/h-s.a1' }]
    const stopped: Said = ['agent.stopped', { agent: 'a1', stream: 'session/h-s.a1' }]
    expect(session(started).before).toMatchObject([{ kind: 'agent', agent: 'a1', stoppedAt: null }])
    expect(session(started, stopped).before).toMatchObject([
      { stream: 'session/h-s.a1', type: 't', stoppedAt: '2026-03-01T12:00:01.000Z' },
    ])
    expect(session(stopped).before).toMatchObject([{ kind: 'agent', agent: 'a1', type: '' }])
  })

  it('does not count a stopped subagent as a running task', () => {
    const background = [{ id: 'a1' }, { id: 'b2' }]
    expect(session(['session.started', { agent: 'a1' }], ['stop.reached', { background }]).before).toMatchObject([
      { kind: 'stop', background: 1 },
    ])
  })

  it('collects blind spots and the results of comparing transcripts', () => {
    const folded = session(
      ['blindspot.noted', { code: 'x', detail: 'd' }],
      ['blindspot.noted', { code: 'x', detail: 'd' }],
      ['blindspot.noted', { code: 7 }],
      ['transcript.unreadable', { transcript: '/t' }],
      ['transcript.compared', { unseen: 2, malformed: 1 }],
      ['transcript.compared', { unseen: 1, malformed: 0, skippedBytes: 9 }],
    )
    expect(folded.blindSpots).toEqual([{ code: 'x', seq: 1, detail: 'd' }])
    expect(folded.compared).toEqual({ times: 2, unreadable: 1, unseen: 3, malformed: 1, skippedBytes: 9 })
  })

  it('refers to the artifact of a long text', () => {
    const [entry] = entries(['turn.opened', { prompt: { artifact: 'prompt' } }])
    const ref = { name: 'prompt', sha256: 'a'.repeat(64), bytes: 20_000, media: 'text/plain' }
    expect(sessionOf([{ ...entry, artifacts: [ref] } as Entry]).turns[0]?.prompt).toEqual({
      artifact: 'prompt',
      sha256: ref.sha256,
      bytes: 20_000,
    })
  })
})

describe('a call', () => {
  it('is paired with its result by id, whatever came between', () => {
    expect(calls(proposed('a', '1'), proposed('a', '2'), observed('a', '2'), observed('a', '1'))).toMatchObject([
      { id: '1', seq: 1, end: { seq: 4 } },
      { id: '2', seq: 2, end: { seq: 3 } },
    ])
  })

  it('without an id is paired with the oldest result for the same input', () => {
    const made = calls(proposed('a'), proposed('b'), proposed('a'), observed('b'), observed('a'))
    expect(made.map(({ seq, end }) => [seq, end?.seq ?? null])).toEqual([
      [1, 5],
      [2, 4],
      [3, null],
    ])
  })

  it('that was rewritten is paired with the result of its new input', () => {
    expect(calls(proposed('a'), proposed('b'), observed('c'), observed('b'))).toMatchObject([
      { input: { command: 'a' }, ranWith: { command: 'c' }, end: { seq: 3 } },
      { input: { command: 'b' }, ranWith: null, end: { seq: 4 } },
    ])
    expect(calls(proposed('a', '1'), observed('b', '1'))).toMatchObject([{ ranWith: { command: 'b' } }])
  })

  it('does not count as rewritten if a transcript phrases its input differently', () => {
    expect(calls(proposed('a', '1'), observed('sh -c a', '1', { shownBy: 'transcript' }))).toMatchObject([
      { ranWith: null, end: { shownBy: 'transcript' } },
    ])
  })

  it('with a long input is paired by its artifact', () => {
    const stored = (entry: Entry | undefined, sha256: string): Entry => ({
      ...(entry as Entry),
      artifacts: [{ name: 'input.command', sha256: sha256.repeat(64), bytes: 20_000, media: 'text/plain' }],
    })
    const input = { command: { artifact: 'input.command' } }
    const [first, second, third] = entries(
      ['dispatch.proposed', { tool: 'Bash', input }],
      ['dispatch.proposed', { tool: 'Bash', input }],
      ['dispatch.observed', { tool: 'Bash', input, status: 'succeeded' }],
    )
    const made = callsOf(sessionOf([stored(first, 'a'), stored(second, 'b'), stored(third, 'b')]))
    expect(made.map(({ end }) => end?.seq ?? null)).toEqual([null, 3])
  })

  it('that could only be kept as raw bytes is still a call', () => {
    const instead = (insteadOf: string): Said => [
      'host.event',
      { event: 'E', refused: 'TOO_DEEP', insteadOf, call: '1' },
    ]
    expect(calls(proposed('a', '1'), instead('dispatch.observed'))).toMatchObject([
      { tool: 'Bash', ranWith: null, end: { seq: 2, status: 'unknown' } },
    ])
    expect(calls(instead('dispatch.proposed'), observed('a', '1'))).toMatchObject([
      { tool: 'unknown', end: { status: 'succeeded' } },
    ])
    expect(session(['host.event', { event: 'Other' }], instead('turn.opened')).turns).toHaveLength(1)
  })

  it('that got no result in its turn is not mistaken for one of the next', () => {
    const made = calls(OPENED, proposed('a'), OPENED, proposed('a'), observed('a'), observed('other'))
    expect(made.map(({ seq, end }) => [seq, end?.seq ?? null])).toEqual([
      [2, null],
      [4, 5],
      [6, 6],
    ])
  })

  it('takes as long as the host says, or as its entries are apart; unknown if another event reported its end', () => {
    const durations = calls(
      proposed('a', '1'),
      proposed('a', '2'),
      proposed('a', '3'),
      observed('a', '1', { durationMs: 7 }),
      observed('a', '2'),
      observed('a', '3', { shownBy: 'transcript' }),
      unseen('a', '4'),
      observed('a', '4'),
      observed('a', '5'),
    ).map(({ end }) => end?.duration)
    expect(durations).toEqual([{ ms: 7, from: 'host' }, { ms: 3000, from: 'entries' }, null, null, null])
  })

  it('that was proposed and never observed has no end', () => {
    expect(calls(proposed('a', '1'))).toMatchObject([{ end: null }])
  })

  it('reported twice is one call, and keeps its first result', () => {
    const failed = { status: 'failed', exit: 1 }
    expect(
      calls(proposed('a', '1'), proposed('a', '1'), unseen('a', '1'), observed('a', '1'), observed('a', '1', failed)),
    ).toMatchObject([{ isUnseen: false, end: { status: 'succeeded', seq: 4 } }])
  })

  it('whose result was unknown gets it from a later report', () => {
    const unknown = { status: 'unknown', exit: null }
    const known = { status: 'failed', exit: 4, shownBy: 'transcript' }
    expect(calls(observed('a', '1', unknown), observed('a', '1', known))).toMatchObject([
      { end: { status: 'failed', exit: 4, shownBy: 'transcript' } },
    ])
  })

  it('in the background ends as the host reports to the agent', () => {
    const task = { id: 'b1', call: '1', status: 'completed', exit: 0 }
    expect(
      calls(observed('a', '1', { status: 'running', exit: null }), [
        'notice.received',
        { origin: 'notification', task },
      ]),
    ).toMatchObject([{ end: { status: 'running' }, task: { seq: 2, exit: 0, status: 'completed' } }])
  })

  it('in the background that failed is a failure in the numbers too', () => {
    const task = { id: 'b1', call: '1', status: 'failed', exit: 5 }
    const told = entries(observed('a', '1', { status: 'running', exit: null }), [
      'notice.received',
      { origin: 'notification', task },
    ])
    expect(foldFacts(told, emptyTally(), TALLY_FOLDS).tally).toMatchObject({ calls: 1, failed: 1 })
  })

  it("of the doctor's canary does not count as work, because its last entry marks it", () => {
    const told = entries(observed('a', '1'), ['session.ended', {}], ['canary.judged', { by: 'canary', findings: [] }])
    expect(foldFacts(told, emptyTally(), TALLY_FOLDS).tally).toMatchObject({ calls: 1, state: 'canary' })
  })

  it('keeps the end of its output, stderr first', () => {
    const said = (output: JsonObject) => calls(observed('a', '1', { output }))[0]?.end?.said
    expect(said({ stdout: 'out', stderr: 'err' })).toBe('err')
    expect(said({ stdout: 'out', stderr: '' })).toBe('out')
    expect(said({ text: `${'x'.repeat(5_000)}last` })).toMatch(/^x{996}last$/)
    expect(said({ details: {} })).toBeNull()
  })
})

const anyBody = fc
  .dictionary(
    fc.constantFrom(
      'tool',
      'input',
      'call',
      'status',
      'exit',
      'prompt',
      'message',
      'agent',
      'stream',
      'blindSpots',
      'task',
    ),
    fc.jsonValue({ maxDepth: 3 }).filter((value) => isCanonical(value as Json)) as fc.Arbitrary<Json>,
  )
  .map((body) => ({ ...body }) as JsonObject)

function isCanonical(value: Json): boolean {
  try {
    return canonical(value) !== ''
  } catch {
    return false
  }
}

const anyDispatch = fc
  .tuple(
    fc.constantFrom('dispatch.proposed', 'dispatch.observed', 'dispatch.unseen'),
    fc.record({
      tool: fc.constantFrom('Bash', 'Read'),
      input: fc.constantFrom('a', 'b', 'c').map((command): Json => ({ command })),
      call: fc.constantFrom(null, '1', '2', '3'),
      status: fc.constantFrom('succeeded', 'failed', 'refused', 'interrupted', 'running', 'unknown', 'odd'),
    }),
  )
  .map(([kind, { call, ...body }]): Said => [kind, { ...body, ...(call !== null && { call }) }])

const anyKind = fc.constantFrom(...Object.keys(SESSION_FOLDS), 'unheard.of', 'constructor', '__proto__')
const anySaid = fc.oneof(anyDispatch, fc.tuple(anyKind, anyBody), fc.constant(OPENED))
const anyStream = fc.array(anySaid, { maxLength: 40 }).map((said) => entries(...said))
const dispatchStream = fc
  .array(fc.oneof({ weight: 8, arbitrary: anyDispatch }, { weight: 1, arbitrary: fc.constant(OPENED) }), {
    maxLength: 40,
  })
  .map((said) => entries(...said))

describe('the score of a call', () => {
  const scored = (body: JsonObject): Said => ['dispatch.scored', body]

  it('belongs to the call with its id, or without an id to the call before it', () => {
    const [a, b] = calls(
      OPENED,
      proposed('x', 'a'),
      proposed('y', 'b'),
      scored({ call: 'a', risk: 0.9, route: 'escalate', matched: ['p1'] }),
    )
    expect([a?.risk, b?.risk]).toEqual([{ score: 0.9, isEscalated: true, matched: ['p1'] }, null])
    const [last] = calls(OPENED, proposed('x'), scored({ risk: 0.1, route: 'proceed' }))
    expect(last?.risk).toEqual({ score: 0.1, isEscalated: false, matched: [] })
  })

  it('may be unknown', () => {
    const [call] = calls(OPENED, proposed('x', 'a'), scored({ call: 'a', risk: null, route: 'escalate' }))
    expect(call?.risk).toEqual({ score: null, isEscalated: true, matched: [] })
  })

  it.each<JsonObject>([{}, { call: 'a', risk: '1', route: 7, matched: 'p1' }, { call: 'a', risk: [] }])(
    'is unknown, and not above the threshold, if its entry is odd: %j',
    (body) => {
      const [call] = calls(OPENED, proposed('x', 'a'), scored(body))
      expect(call?.risk).toEqual({ score: null, isEscalated: false, matched: [] })
    },
  )

  it('of no known call changes nothing', () => {
    expect(calls(OPENED, scored({ call: 'z', risk: 1, route: 'escalate' }))).toEqual([])
    const [call] = calls(OPENED, proposed('x', 'a'), scored({ call: 'z', risk: 1, route: 'escalate' }))
    expect(call?.risk).toBe(null)
  })
})

describe('any stream', () => {
  it('folds to plain data, whatever its bodies hold, and twice to the same', () => {
    fc.assert(
      fc.property(anyStream, (all) => {
        const before = structuredClone(all)
        const folded = sessionOf(all)
        expect(JSON.parse(JSON.stringify(folded))).toEqual(folded)
        expect(sessionOf(structuredClone(all))).toEqual(folded)
        expect(all).toEqual(before)
      }),
      RUNS,
    )
  })

  it('folds from any prefix on to the state of the whole', () => {
    fc.assert(
      fc.property(anyStream, fc.nat(), (all, at) => {
        const cut = at % (all.length + 1)
        const halfway = foldFacts(all.slice(0, cut), emptyFolding(), SESSION_FOLDS)
        expect(foldFacts(all.slice(cut), halfway, SESSION_FOLDS).session).toEqual(sessionOf(all))
      }),
      RUNS,
    )
  })

  it('neither loses nor duplicates a call', () => {
    fc.assert(
      fc.property(dispatchStream, (all) => {
        const made = callsOf(sessionOf(all))
        const dispatches = all.filter(({ kind }) => kind.startsWith('dispatch.'))
        const ids = dispatches.flatMap(({ body }) => (typeof body['call'] === 'string' ? [body['call']] : []))
        expect(made.flatMap(({ id }) => id ?? []).sort()).toEqual([...new Set(ids)].sort())
        const nameless = dispatches.filter(({ body }) => body['call'] === undefined)
        const seqs = (isEnd: boolean) =>
          nameless.filter(({ kind }) => (kind === 'dispatch.observed') === isEnd).map(({ seq }) => seq)
        const begun = made.filter(({ id, end, seq }) => id === null && end?.seq !== seq)
        expect(begun.map(({ seq }) => seq)).toEqual(seqs(false))
        const ends = made.flatMap(({ id, end }) => (id === null && end !== null ? [end.seq] : []))
        expect(ends.sort((a, b) => a - b)).toEqual(seqs(true))
      }),
      RUNS,
    )
  })

  it('has the same numbers in its tally as in its fold', () => {
    fc.assert(
      fc.property(anyStream, (all) => {
        const folded = sessionOf(all)
        const made = callsOf(folded)
        expect(foldFacts(all, emptyTally(), TALLY_FOLDS).tally).toMatchObject({
          host: folded.host,
          session: folded.session,
          agent: folded.agent?.id ?? null,
          cwd: folded.cwd,
          turns: folded.turns.length,
          calls: made.length,
          failed: made.filter(
            ({ end, task }) =>
              isFailure(end?.status ?? null) || (isUnsettled(end?.status ?? null) && (task?.exit ?? 0) !== 0),
          ).length,
        })
      }),
      RUNS,
    )
  })

  it('ignores unknown kinds', () => {
    expect(sessionOf(entries(['unheard.of', { a: 1 }], ['constructor'], ['__proto__']))).toEqual(emptyFolding().session)
  })
})
