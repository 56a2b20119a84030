import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Entry } from '../../src/ledger/kinds.ts'
import type { Ended, Fault } from '../helpers/children.ts'
import { killedEverywhere } from '../helpers/fault-points.ts'
import { calls, entriesIn, FINE, notesIn, post, pre, runHook, type Told, textOf } from '../helpers/hooks.ts'
import { copyHome } from '../helpers/ledger.ts'
import { tempDir } from '../helpers/temp.ts'
import { claude, transcript } from '../helpers/transcripts.ts'
import { watch } from '../helpers/world.ts'

const LONG_OUTPUT = 'a line of output\n'.repeat(2_000)

type Scenario = {
  name: string
  /** Entries that were acknowledged before. */
  before: Told[]
  struck: (transcript: string) => Told
  /** True if the event is recorded; never only in part. */
  isThere: (entries: Entry[], home: string) => boolean
  strikes: string[]
}

const has = (entries: Entry[], kind: string, stream: string): boolean =>
  entries.some((entry) => entry.kind === kind && entry.stream === stream)

const LEAD = 'session/claude-code-s'
const agent = { session_id: 's', agent_id: 'a', agent_type: 'Explore' }

const SCENARIOS: Scenario[] = [
  {
    name: 'a tool call on a home that does not exist yet',
    before: [],
    struck: () => pre('struck'),
    isThere: (entries) => has(entries, 'session.started', LEAD) && calls(entries).get('dispatch.proposed struck') === 1,
    strikes: ['mkdir keys', 'rename keys/current', 'create ledger/session/claude-code-s.jsonl'],
  },
  {
    name: 'a tool call',
    before: [pre('before')],
    struck: () => pre('struck'),
    isThere: (entries) => calls(entries).get('dispatch.proposed struck') === 1,
    strikes: ['link locks/', 'write ledger/session/', 'sync ledger/session/', 'write heads/', 'remove locks/'],
  },
  {
    name: 'a tool call that printed a lot',
    before: [pre('before'), pre('struck')],
    struck: () => post('struck', LONG_OUTPUT),
    isThere: (entries, home) => {
      const entry = entries.find(({ kind, body }) => kind === 'dispatch.observed' && body['call'] === 'struck')
      return entry !== undefined && textOf(home, entry, 'output.stdout') === LONG_OUTPUT
    },
    strikes: ['create artifacts/', 'rename artifacts/', 'write ledger/session/'],
  },
  {
    name: 'a stop with a transcript',
    before: [pre('before')],
    struck: (transcript_path) => ({
      host: 'claude-code',
      event: 'Stop',
      payload: { session_id: 's', transcript_path, last_assistant_message: 'Done.' },
    }),
    isThere: (entries) => has(entries, 'stop.reached', LEAD),
    strikes: ['write ledger/session/', 'write heads/session/'],
  },
  {
    name: 'the start of a subagent, in two streams',
    before: [pre('before')],
    struck: () => ({ host: 'claude-code', event: 'SubagentStart', payload: agent }),
    isThere: (entries) => has(entries, 'agent.started', LEAD) && has(entries, 'session.started', `${LEAD}.a`),
    strikes: ['create ledger/session/claude-code-s.a.jsonl', 'write ledger/session/claude-code-s.jsonl'],
  },
]

type Struck = { home: string; hit: string | null; ended: Partial<Ended> }

/** A hook killed at each of its operations in turn, and finally run to its end. */
async function* killEverywhere(scenario: Scenario): AsyncGenerator<Struck> {
  const base = join(tempDir(), 'base')
  const { path } = transcript()
  const before = watch({}, base)
  for (const { event, payload } of scenario.before)
    before.tell('claude-code', event, { ...payload, transcript_path: path })
  const file = transcript(claude.prompt('Go.'), claude.calls('hidden'))
  const fresh = (): string => {
    const home = join(tempDir(), 'home')
    return scenario.before.length > 0 ? copyHome(base, home) : home
  }
  const play = (home: string, fault?: Omit<Fault, 'home'>): Promise<Ended> =>
    runHook(home, scenario.struck(file.path), fault && { home, ...fault })
  for await (const { home, hit, stdout } of killedEverywhere(scenario.strikes, fresh, play))
    yield { home, hit, ended: { stdout } }
  const home = fresh()
  yield { home, hit: null, ended: await play(home) }
}

/** Notes that a kill may cause: half a line that was repaired, a head that was not updated since. */
const TOLD = ['tail-repaired', 'head-lags']

/** Expects every event acknowledged before or now to be recorded exactly once. */
async function expectGoesOn(home: string, scenario: Scenario): Promise<void> {
  const next = watch({ lockWaitMs: 0 }, home)
  next.tell('claude-code', 'PreToolUse', pre('after').payload)
  next.tell('claude-code', 'PreToolUse', { ...pre('after-agent').payload, ...agent })
  const acknowledged = scenario.before.map(({ payload }) => String(payload['tool_use_id']))
  const counts = calls(entriesIn(home))
  for (const id of [...acknowledged, 'after', 'after-agent']) expect(counts.get(`dispatch.proposed ${id}`)).toBe(1)
  expect([...counts].filter(([, count]) => count > 1)).toEqual([])
  for (const stream of [LEAD, `${LEAD}.a`]) expect(next.bodies(stream, 'session.started')).toHaveLength(1)
  const left = (await notesIn(home)).filter((note) => !TOLD.includes(note))
  expect(left).toEqual([])
}

async function expectHolds({ home, hit, ended }: Struck, scenario: Scenario): Promise<void> {
  expect(ended).toMatchObject(hit === null ? FINE : { stdout: '' })
  await notesIn(home)
  // The answer is the acknowledgement: it means that the whole event is recorded.
  if (hit === null) expect(scenario.isThere(entriesIn(home), home)).toBe(true)
  await expectGoesOn(home, scenario)
}

describe('a hook killed at every one of its file operations', () => {
  it.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
    'loses nothing acknowledged, and the next one works: %s',
    async (_, scenario) => {
      const hits: string[] = []
      for await (const struck of killEverywhere(scenario)) {
        await expectHolds(struck, scenario)
        hits.push(struck.hit ?? '')
      }
      expect(scenario.strikes.filter((strike) => !hits.some((hit) => hit.startsWith(strike)))).toEqual([])
    },
  )
})
