import { describe, expect, it } from 'vitest'
import { type LearntPlace, learntPlace, observed, pattern } from '../../../test/helpers/learnt.ts'
import { withHome } from '../../../test/helpers/ledger.ts'
import { sealedEntries } from '../../ledger/stores/files/stream-lines.ts'
import { trustStream } from '../../trust/stream.ts'

const WIPE = pattern('dropdb production')

async function place(): Promise<{ one: LearntPlace; seqs: number[] }> {
  const one = learntPlace()
  const seqs = await one.session(
    'a',
    { command: 'dropdb production', risk: 0.8 },
    { command: `curl ${'x'.repeat(200)}\u001b[2J`, risk: 0.1 },
  )
  await one.learn(
    observed(seqs[0] ?? 0, [WIPE]),
    observed(seqs[1] ?? 0, [], {
      outcome: 'rollback',
      why: 'A person undid it.',
      score: 0.1,
      isAbove: false,
      lesson: 'cooldown',
    }),
  )
  return { one, seqs }
}

describe('bailiff trust observe', () => {
  it('lists outcomes, the newest first: the call, why, and what was learnt', async () => {
    const { one } = await place()
    const { exit, out, err } = await one.trust(['observe'])
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(out).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d {2}rollback, risk 0\.10, below the threshold\n {2}Bash: curl xxx/)
    expect(out).toContain('  A person undid it.\n  Nothing learnt: this turn has taught enough.\n')
    expect(out).toMatch(/rejection, risk 0\.90, above the threshold\n {2}Bash: dropdb production\n/)
    expect(out).toContain(`  Learnt as a danger pattern (${WIPE.call.id}).\n`)
    expect(out).toMatch(/\nTo take the last change of a pattern back: bailiff trust undo <pattern>\nTimes: \S+\n$/)
    expect(out).not.toContain('\u001b')
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  it('lists no more than asked for, and says how many there are', async () => {
    const { one } = await place()
    const { out } = await one.trust(['observe', '--limit', '1'])
    expect(out).not.toContain('dropdb')
    expect(out).toContain('\nThe last 1 of 2 outcomes. More: --limit 2\n')
    expect(await one.json(['observe', '--limit', '0'])).toMatchObject({ total: 2, outcomes: [] })
    for (const limit of ['x', '-1', '1.5'])
      expect(await one.trust(['observe', `--limit=${limit}`])).toMatchObject({ exit: 1, out: '' })
  })

  it('prints everything as JSON', async () => {
    const { one, seqs } = await place()
    const { outcomes } = (await one.json(['observe'])) as { outcomes: object[] }
    expect(outcomes[1]).toMatchObject({
      session: 'session/claude-code-a',
      seq: seqs[0],
      outcome: 'rejection',
      why: 'A person said no.',
      call: { tool: 'Bash', input: { command: 'dropdb production' } },
      lesson: 'pattern',
      learnt: 'learnt as a danger pattern',
      patterns: [WIPE.call.id],
    })
  })

  it('shows what the lesson kept if the session is gone, and otherwise says so', async () => {
    const one = learntPlace()
    await one.learn(observed(7, [WIPE], { stream: 'session/claude-code-gone' }), observed(8))
    const { out } = await one.trust(['observe'])
    expect(out).toContain('\n  dropdb production\n')
    expect(out).toContain('\n  (the call is no longer recorded)\n')
  })

  it('takes no entry of a session for a call that is not one', async () => {
    const one = learntPlace()
    await one.session('a', { command: 'ls', risk: 0.1 })
    await one.learn(observed(1))
    expect(await one.json(['observe'])).toMatchObject({ outcomes: [{ seq: 1, call: null }] })
  })

  it('changes nothing, whoever runs it, and takes no arguments that could teach', async () => {
    const { one } = await place()
    const entries = () => withHome(one.home, (home) => [...sealedEntries(home, trustStream(one.project))].length)
    const before = await entries()
    expect(await one.trust(['observe'], { ancestors: [['claude']], hasTerminal: false })).toMatchObject({ exit: 0 })
    expect(await one.trust(['observe', 'fine'])).toMatchObject({ exit: 1 })
    expect(await entries()).toBe(before)
  })

  it('says that nothing was observed in a new project, and in another one', async () => {
    const { one } = await place()
    const other = learntPlace()
    expect((await other.trust(['observe'])).out).toContain('Nothing was observed in this project yet.')
    expect(await one.json(['observe'], { cwd: other.project })).toMatchObject({ total: 0, outcomes: [] })
  })
})
