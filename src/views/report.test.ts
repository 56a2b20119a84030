import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Ran, runCli, unwrapped } from '../../test/helpers/cli.ts'
import { judged, type Said, STOPPED } from '../../test/helpers/entries.ts'
import { projectWith, writePolicy } from '../../test/helpers/policies.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { type Watched, watch } from '../../test/helpers/world.ts'
import { segmentPath } from '../ledger/stores/files/layout.ts'
import type { Override } from './overrides.ts'

type Watching = Watched & {
  cwd: string
  prompt(session: string, cwd?: string): void
  put(stream: string, ...said: Said[]): void
  report(...argv: string[]): Promise<Ran>
  /** The same as JSON. */
  data(...argv: string[]): Promise<{ [key: string]: unknown }>
}

/** A ledger whose clock can be set back by a number of days. */
function watching(clock = { daysAgo: 0 }): Watching {
  const now = (): Date => new Date(Date.now() - clock.daysAgo * 24 * 3600_000)
  const ledger = watch({ now })
  const cwd = join(tempDir(), 'project')
  mkdirSync(cwd)
  const report = (...argv: string[]): Promise<Ran> => runCli(['report', ...argv, '--home', ledger.home], {}, { cwd })
  return {
    ...ledger,
    cwd,
    prompt: (session_id, folder = cwd) =>
      void ledger.tell('claude-code', 'UserPromptSubmit', { session_id, cwd: folder, prompt: 'Do it.' }),
    put: (stream, ...said) =>
      ledger.append(stream, ...said.map(([kind, body = {}]) => ({ kind, body, actor: 'harness' as const }))),
    report,
    data: async (...argv) => JSON.parse((await report(...argv, '--json')).out),
  }
}

const S = 'session/claude-code-s'

describe('bailiff report', () => {
  it('has every session in a row, subagents under it, the total, and claims by type', async () => {
    const one = watching()
    const claims = [{ type: 'done', quote: 'Done' }]
    one.prompt('s')
    one.put(
      S,
      STOPPED,
      judged('blocked'),
      STOPPED,
      judged('earned', { claims, notes: [{ code: 'EARNED', subject: 'done' }] }),
    )
    one.tell('claude-code', 'SubagentStart', { session_id: 's', cwd: one.cwd, agent_id: 'a1', agent_type: 'Plan' })
    one.put(
      `${S}.a1`,
      STOPPED,
      judged('capped', { claims, findings: [{ code: 'STALE', subject: 'done', mode: 'block' }] }),
    )
    await new Promise((resolve) => setTimeout(resolve, 5))
    one.prompt('other')
    const { exit, out } = await one.report()
    expect(exit).toBe(0)
    const [table, made, overrides, evidence] = out.split('\n\n')
    expect(table?.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'MINUTE')).toBe(
      `SESSION  STARTED           TURNS  BLOCKS  ENDED
s        MINUTE      1       1  1 earned
└ a1     MINUTE      1       0  1 capped
other    MINUTE      1       0  1 unfinished
Total    2 sessions            3       1  1 earned, 1 capped, 1 unfinished`,
    )
    expect(made).toBe(`CLAIM  TURNS  EARNED  NOT EARNED  WAIVED  OTHER
done       2       1           1       0      0`)
    expect(overrides).toBe('No overrides by people.')
    expect(evidence).toMatch(/^✓ Evidence intact/)
  })

  it('prints the same as JSON', async () => {
    const one = watching()
    one.prompt('s')
    one.put(S, STOPPED, judged('warned'))
    expect(await one.data()).toMatchObject({
      ok: true,
      since: null,
      project: null,
      total: { turns: 1, ended: { warned: 1 } },
      sessions: [{ stream: S, host: 'claude-code', cwd: one.cwd, turns: 1, ended: { warned: 1 } }],
      overrides: [],
      evidence: { ok: true },
    })
  })

  it('lists overrides by people, with time and reason', async () => {
    const one = watching()
    one.prompt('s')
    const cli = (...argv: string[]) => runCli([...argv, '--yes', '--home', one.home], {}, { cwd: one.cwd })
    const policy = (mode: string): string =>
      `version: 1\nvalidators:\n  check: [make, check]\nbindings:\n  done: check\nmodes:\n  done: ${mode}\n`
    projectWith(policy('block'), one.cwd)
    for (const mode of ['block', 'warn']) {
      writePolicy(one.cwd, policy(mode))
      expect((await cli('policy', 'approve', '--project', one.cwd)).exit).toBe(0)
    }
    expect((await cli('waive', 'done', '--reason', 'the server is down', '--session', 's')).exit).toBe(0)
    expect((await cli('pause', '--for', '1h')).exit).toBe(0)
    expect((await runCli(['resume', '--home', one.home])).exit).toBe(0)
    one.append('admin/install', {
      kind: 'hooks.removed',
      actor: 'admin',
      body: { host: 'codex', path: '/h/hooks.json' },
    })
    const { overrides } = (await one.data()) as { overrides: Override[] }
    expect(overrides.map(({ kind, what, reason }) => [kind, what, reason])).toEqual([
      ['policy-weakened', 'approved: mode of done: block → warn; mode of work: block → warn', null],
      ['claim-waived', 'waived done in turn 1', 'the server is down'],
      ['paused', expect.stringMatching(/^recording was paused from \S+ \S+ to \S+ \S+ UTC$/), null],
      ['hooks-removed', 'removed codex hooks from /h/hooks.json', null],
    ])
    const deciders = overrides.map(({ decider }) => decider?.confirmed ?? null)
    expect(deciders).toEqual(['--yes', '--yes', '--yes', null])
    expect(overrides[1]?.decider?.user).toBe(userInfo().username)
    const { out } = await one.report()
    // An entry of an earlier version does not say who.
    expect(out).toContain('removed codex hooks from /h/hooks.json (by whom: not recorded)\n')
    expect(out).toContain('Overrides by people (4)\n')
    expect(out).toMatch(
      / admin\/overrides #1\n {4}waived done in turn 1 of session s: the server is down \(by .+, confirmed\s+by --yes\)\n/s,
    )
  })

  it('with --since, counts only turns active since, and overrides from then on', async () => {
    const clock = { daysAgo: 10 }
    const one = watching(clock)
    one.prompt('old')
    one.put('session/claude-code-old', STOPPED, judged('capped'))
    one.prompt('s')
    one.put(S, STOPPED, judged('capped'))
    one.append('admin/pause', { kind: 'pause.began', actor: 'admin', body: { until: null } })
    clock.daysAgo = 1
    one.prompt('s')
    one.put(S, STOPPED, judged('earned'))
    expect(await one.data('--since', '7d')).toMatchObject({
      total: { turns: 1, ended: { earned: 1, capped: 0 } },
      sessions: [{ stream: S }],
      overrides: [],
    })
    expect(await one.data('--since', '11d')).toMatchObject({ total: { turns: 3 }, overrides: [{ kind: 'paused' }] })
    expect(await one.report('--since', 'yesterday')).toMatchObject({ exit: 1, err: expect.stringContaining('[USAGE]') })
  })

  it('with --project, covers only one project, from any folder in it', async () => {
    const one = watching()
    const other = join(tempDir(), 'other')
    mkdirSync(other)
    one.prompt('s')
    one.prompt('o', other)
    const body = (session: string) => ({
      claim: 'done',
      reason: 'x',
      turn: 1,
      session: `session/claude-code-${session}`,
    })
    for (const session of ['s', 'o'])
      one.append('admin/overrides', { kind: 'claim.waived', actor: 'admin', body: body(session) })
    expect(await one.data('--project', '.')).toMatchObject({
      sessions: [{ stream: S }],
      overrides: [{ session: S }],
    })
    expect(await one.data()).toMatchObject({ total: { turns: 2 } })
  })

  it('with --project, refuses a missing folder, unless sessions in it were recorded', async () => {
    const one = watching()
    const gone = join(tempDir(), 'gone')
    one.prompt('o', gone)
    expect(await one.report('--project', gone)).toMatchObject({ exit: 0, out: expect.stringMatching(/^o /m) })
    expect(await one.report('--project', '/nonexistent')).toEqual({
      exit: 1,
      out: '',
      err: 'bailiff: No such folder: /nonexistent, and no recorded session used it. Name a project folder. [FILE_UNUSABLE]\n',
    })
    const empty = tempDir()
    expect(await one.report('--project', empty)).toMatchObject({ exit: 0, out: expect.stringContaining('No sessions') })
  })

  it('does not treat a removed project as a wrong name if its sessions are older than --since', async () => {
    const clock = { daysAgo: 9 }
    const one = watching(clock)
    const gone = join(tempDir(), 'gone')
    one.prompt('o', gone)
    clock.daysAgo = 0
    const ran = await one.report('--since', '7d', '--project', gone)
    expect(ran).toMatchObject({ exit: 0, out: expect.stringContaining('No sessions recorded.'), err: '' })
  })

  it('names streams that were altered or removed, and exits with 2', async () => {
    const one = watching()
    for (const session of ['s', 't', 'fine']) one.prompt(session)
    appendFileSync(segmentPath(one.home, S, 1), '{"entry":{},"hash":"","key":"","mac":""}\n')
    rmSync(segmentPath(one.home, 'session/claude-code-t', 1))
    const { exit, out } = await one.report()
    expect(exit).toBe(2)
    expect(out).toMatch(/^s .* ✗ broken evidence$/m)
    expect(out).toMatch(/^fine .* 1 unfinished$/m)
    expect(unwrapped(out)).toMatch(/✗ Evidence altered: .*session\/claude-code-s, session\/claude-code-t\./)
    expect(await one.data()).toMatchObject({ ok: false, evidence: { ok: false } })
  })

  it('leaves out sessions of the doctor, and says if there is nothing', async () => {
    const one = watching()
    one.prompt('canary')
    one.put('session/claude-code-canary', ['canary.judged', {}])
    expect((await one.report()).out).toContain('No sessions recorded.')
  })
})
