import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Entry } from '../../src/ledger/kinds.ts'
import { lockPath, ticketsDir } from '../../src/ledger/stores/files/layout.ts'
import { createTicket, dropTicket, tryLock, unlock } from '../../src/ledger/stores/lock.ts'
import { runCli } from '../helpers/cli.ts'
import { calls, entriesIn, FINE, hearHook, notesIn, post, pre, startHook, type Told, textOf } from '../helpers/hooks.ts'
import { LONG } from '../helpers/scale.ts'
import { tempDir } from '../helpers/temp.ts'

const CROWD = LONG ? 20 : 14
const STREAMS = ['session/claude-code-s', 'session/codex-s', 'session/gemini-s']

const output = (id: string): string => `${id} `.repeat(10_000)

/** The nth event of a burst: of any host and kind, all of one session. */
function nth(i: number): Told {
  const id = `call-${i}`
  const kinds: Told[] = [
    pre(id),
    post(id, output(id)),
    { ...post(id), event: 'PostToolUseFailure', payload: { ...pre(id).payload, error: 'Exit code 1\nno' } },
    { ...pre(id), host: 'codex' },
    { ...post(id), host: 'codex', payload: { ...pre(id).payload, tool_response: output(id) } },
    { host: 'gemini', event: 'BeforeTool', payload: { session_id: 's', tool_name: 'ls', tool_input: { id } } },
    { host: 'gemini', event: 'AfterAgent', payload: { session_id: 's', prompt: 'p', prompt_response: id } },
  ]
  return kinds[i % kinds.length] as Told
}

/** The number of the event that an entry records. A score is part of its call. */
function numberOf({ kind, body }: Entry): string | null {
  if (kind === 'dispatch.scored') return null
  return /"call-(\d+)"/.exec(JSON.stringify([body['call'], body['input'], body['message']]))?.[1] ?? null
}

async function expectAllOnce(home: string, count: number): Promise<Entry[]> {
  const entries = entriesIn(home)
  const told = entries.flatMap((entry) => numberOf(entry) ?? [])
  expect(told.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i))
  for (const entry of entries.filter(({ artifacts }) => artifacts.length > 0)) {
    const [{ name = '' } = {}] = entry.artifacts
    expect(textOf(home, entry, name)).toBe(output(`call-${numberOf(entry)}`))
  }
  return entries
}

/** Sends one more event to each stream, which chains the spooled entries. */
async function chain(home: string): Promise<void> {
  for (const host of ['claude-code', 'codex', 'gemini']) {
    expect(await hearHook(home, { host, event: 'Odd', payload: { session_id: 's' } })).toMatchObject(FINE)
  }
}

const started = (entries: Entry[]): string[] =>
  entries.flatMap(({ kind, stream }) => (kind === 'session.started' ? [stream] : [])).sort()

/** In an existing ledger, in one that each of them would create, and in one with an open session. */
const HOMES: [name: string, prepare: (home: string) => unknown][] = [
  ['on a home that does not exist yet', () => {}],
  ['on a ledger that does not know their session', (home) => hearHook(home, pre('other', { session_id: 'other' }))],
  ['in a session that is known', (home) => chain(home)],
]

describe('many hooks at once', () => {
  it.each(HOMES)('%s lose nothing and record nothing twice', async (_, prepare) => {
    for (let round = 0; round < (LONG ? 20 : 1); round++) {
      const home = join(tempDir(), 'home')
      await prepare(home)
      const ended = await Promise.all(Array.from({ length: CROWD }, (_, i) => startHook(home, nth(i)).ended))
      for (const one of ended) expect(one).toMatchObject(FINE)
      await chain(home)
      const entries = await expectAllOnce(home, CROWD)
      expect(started(entries).filter((stream) => STREAMS.includes(stream))).toEqual(STREAMS)
      expect(await notesIn(home)).toEqual([])
    }
  })

  it('while the lock is held wait in the spool, and are chained by the next', async () => {
    const home = join(tempDir(), 'home')
    await chain(home)
    const ticket = createTicket(ticketsDir(home))
    const locks = STREAMS.map((stream) => tryLock(lockPath(home, stream), ticket))
    const ended = await Promise.all(Array.from({ length: CROWD }, (_, i) => startHook(home, nth(i)).ended))
    for (const one of ended) expect(one).toMatchObject(FINE)
    expect(entriesIn(home).flatMap((entry) => numberOf(entry) ?? [])).toEqual([])
    expect(new Set(await notesIn(home))).toEqual(new Set(['spool-pending']))
    for (const lock of locks) if (lock !== null) unlock(lock)
    dropTicket(ticket)
    await chain(home)
    const entries = await expectAllOnce(home, CROWD)
    expect(started(entries)).toEqual(STREAMS)
    expect(await notesIn(home)).toEqual([])
    const { exit, out } = await runCli(['verify', '--all', '--json', '--home', home])
    expect([exit, JSON.parse(out)]).toMatchObject([0, { ok: true, findings: [] }])
  })

  it("of one subagent begin its stream once, and are noted in the lead's stream", async () => {
    const home = join(tempDir(), 'home')
    const agent = { agent_id: 'a', agent_type: 'Explore' }
    const told = Array.from({ length: CROWD }, (_, i) => pre(`call-${i}`, i % 2 === 0 ? agent : {}))
    const ended = await Promise.all(told.map((one) => startHook(home, one).ended))
    for (const one of ended) expect(one).toMatchObject(FINE)
    await chain(home)
    expect(await hearHook(home, pre('last', agent))).toMatchObject(FINE)
    const entries = entriesIn(home)
    // Each call is proposed once and scored once.
    expect([...calls(entries).values()]).toEqual(Array.from({ length: 2 * (CROWD + 1) }, () => 1))
    expect(started(entries).filter((stream) => stream.startsWith('session/claude-code'))).toEqual([
      'session/claude-code-s',
      'session/claude-code-s.a',
    ])
    expect(entries.filter(({ kind }) => kind === 'agent.started').length).toBeGreaterThan(0)
    expect(await notesIn(home)).toEqual([])
  })
})
