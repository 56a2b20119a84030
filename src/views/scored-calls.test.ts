import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { learntPlace } from '../../test/helpers/learnt.ts'
import { withHome } from '../../test/helpers/ledger.ts'
import { appendSync } from '../ledger/stores/files/append.ts'
import { scoredCalls } from './scored-calls.ts'

describe('the scored calls of a project', () => {
  it('come with their proposals, the newest first, whatever stands between', async () => {
    const one = learntPlace()
    const seqs = await one.session('a', { command: 'ls', risk: 0.1 }, { command: 'rm -rf /', risk: 0.9 })
    const calls = await withHome(one.home, (home) => scoredCalls(home, one.project, 10))
    expect(calls).toMatchObject([
      { host: 'claude-code', score: 0.9, isAbove: true, proposal: { seq: seqs[1], input: { command: 'rm -rf /' } } },
      { score: 0.1, isAbove: false, proposal: { seq: seqs[0], tool: 'Bash', input: { command: 'ls' } } },
    ])
  })

  it('are those of its sessions, wherever in it they began, and none of others', async () => {
    const { home: dir, project } = learntPlace()
    mkdirSync(join(project, 'src'))
    const scores = await withHome(dir, (home) => {
      for (const [name, cwd, risk] of [
        ['a', project, 0.1],
        ['b', join(project, 'src'), null],
        ['c', join(project, '..'), 0.9],
      ] as const)
        appendSync(home, `session/claude-code-${name}`, [
          { kind: 'session.started', actor: 'harness', body: { host: 'claude-code', session: name, cwd } },
          { kind: 'dispatch.scored', actor: 'harness', body: { risk, route: 'x' } },
        ])
      return scoredCalls(home, project, 10).map(({ score }) => score)
    })
    expect(scores.sort()).toEqual([0.1, null])
  })

  it('are none without sessions', async () => {
    const one = learntPlace()
    expect(await withHome(one.home, (home) => scoredCalls(home, one.project, 10))).toEqual([])
  })

  it('are as many as asked for', async () => {
    const one = learntPlace()
    await one.session('a', ...Array.from({ length: 5 }, () => ({ command: 'ls', risk: 0.1 })))
    expect(await withHome(one.home, (home) => scoredCalls(home, one.project, 3))).toHaveLength(3)
  })

  it('pair parallel calls by id, and calls without an id by order', async () => {
    const one = learntPlace()
    const proposed = (call: string | null, command: string) => ({
      kind: 'dispatch.proposed',
      actor: 'agent' as const,
      body: { ...(call !== null && { call }), tool: 'Bash', input: { command } },
    })
    const scored = (call: string | null, risk: number) => ({
      kind: 'dispatch.scored',
      actor: 'harness' as const,
      body: { ...(call !== null && { call }), risk, route: 'proceed' },
    })
    const calls = await withHome(one.home, (home) => {
      appendSync(home, 'session/codex-a', [
        { kind: 'session.started', actor: 'harness', body: { host: 'codex', cwd: one.project } },
        ...[proposed('x', 'one'), proposed('y', 'two'), scored('x', 0.1), scored('y', 0.2)],
        ...[proposed(null, 'three'), scored(null, 0.3), proposed(null, 'four'), scored(null, 0.4)],
        scored('z', 0.5),
      ])
      return scoredCalls(home, one.project, 10)
    })
    const shown = calls.map(({ score, proposal }) => [score, (proposal?.input as { command?: string })?.command])
    expect(shown).toEqual([
      [0.5, undefined],
      [0.4, 'four'],
      [0.3, 'three'],
      [0.2, 'two'],
      [0.1, 'one'],
    ])
  })
})
