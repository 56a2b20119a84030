import { describe, expect, it } from 'vitest'
import type { Around } from '../../test/helpers/cli.ts'
import { bound, type Validating, validating } from '../../test/helpers/validating.ts'
import { acceptedTests } from '../policy/stores/accepted-tests.ts'
import { sessionOf } from '../session/fold.ts'
import { withHome } from './input/home.ts'

const POLICY = bound(JSON.stringify([process.execPath, '-e', '']))
const WEAKENED = [
  { test: 'adds', how: 'gone' },
  { test: 'subtracts', how: 'skipped' },
]

async function weakened(verdict = 'open'): Promise<Validating> {
  const one = await validating(POLICY)
  one.ledger.append(one.stream, { kind: 'stop.reached', actor: 'agent', body: { message: 'Done.', gated: true } })
  one.ledger.append(one.stream, { kind: 'stop.judged', actor: 'harness', body: { verdict, weakened: WEAKENED } })
  return one
}

const accepted = ({ ledger, project }: Validating): Promise<Set<string>> =>
  withHome(ledger.home, (home) => acceptedTests(home, project))

describe('bailiff accept', () => {
  it('accepts the weakened tests of the session for good, recorded among the overrides', async () => {
    const one = await weakened()
    const asked: string[] = []
    const ran = await one.cli(['accept'], {}, { answer: 'accept', asked })
    expect(ran).toMatchObject({ exit: 0, err: '' })
    expect(ran.out).toContain('"adds" (gone)\n  "subtracts" (skipped)\n')
    expect(ran.out).toContain('Recorded: 2 tests accepted.')
    expect(asked).toEqual(['Type "accept" to continue: '])
    expect(one.ledger.entries('admin/overrides')).toMatchObject([
      { kind: 'tests.accepted', actor: 'admin', body: { tests: WEAKENED, by: 'typed', session: one.stream } },
    ])
    expect(sessionOf(one.ledger.entries(one.stream)).turns.at(-1)?.steps.at(-1)).toMatchObject({
      kind: 'acceptance',
      tests: ['adds', 'subtracts'],
    })
    expect(await accepted(one)).toEqual(new Set(['adds', 'subtracts']))
    expect((await one.cli(['report'])).out).toContain('accepted 2 weakened tests: adds, subtracts in')
    expect((await one.cli(['explain', 's'])).out).toContain('a person accepted weakened tests: adds, subtracts')
    await one.ledger.verify()
  })

  it('works while the agent is held back, after the session has ended, and for a named session', async () => {
    const held = await weakened('blocked')
    expect(await held.cli(['accept', '--yes', '--json'])).toMatchObject({ exit: 0 })
    const ended = await weakened()
    ended.tell('SessionEnd', { reason: 'other' })
    expect(await ended.cli(['accept', '--yes', '--session', 's'])).toMatchObject({ exit: 0 })
    expect(await accepted(ended)).toEqual(new Set(['adds', 'subtracts']))
  })

  it('says that nothing is open, with exit code 1', async () => {
    const one = await validating(POLICY)
    const nothing = { exit: 1, out: 'Nothing to accept: no test is weakened in this session.\n' }
    expect(await one.cli(['accept', '--yes'])).toMatchObject(nothing)
    const again = await weakened()
    await again.cli(['accept', '--yes'])
    expect(await again.cli(['accept', '--yes'])).toMatchObject(nothing)
    expect(again.ledger.bodies('admin/overrides', 'tests.accepted')).toHaveLength(1)
  })

  it('is for people: an agent is refused with exit code 3, and nothing is accepted', async () => {
    const one = await weakened()
    const agents: [NodeJS.ProcessEnv, Around][] = [
      [{ CLAUDECODE: '1' }, {}],
      [{}, { ancestors: [['claude']] }],
      [{}, { hasTerminal: false }],
    ]
    for (const [env, around] of agents)
      expect(await one.cli(['accept', '--yes'], env, around)).toMatchObject({
        exit: 3,
        err: expect.stringContaining('[PERSON_ONLY]'),
      })
    expect(await one.cli(['accept'], {}, { answer: 'no' })).toMatchObject({ exit: 3 })
    expect(await accepted(one)).toEqual(new Set())
    expect(one.ledger.kinds('admin/overrides')).toEqual([])
  })
})
