import { writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Around, unwrapped } from '../../test/helpers/cli.ts'
import { judged, type Said, STOPPED } from '../../test/helpers/entries.ts'
import { spool } from '../../test/helpers/spool.ts'
import { bound, type Validating, validating } from '../../test/helpers/validating.ts'
import { markOpen } from '../ledger/stores/files/open-streams.ts'
import { sessionOf } from '../session/fold.ts'

const POLICY = bound(JSON.stringify([process.execPath, '-e', '']))
const WAIVE = ['waive', 'done', '--reason', 'The server is down.']

const waived = ({ ledger, stream }: Validating) => ledger.entries(stream).filter(({ kind }) => kind === 'claim.waived')

const put = ({ ledger, stream }: Validating, ...said: Said[]): void =>
  ledger.append(stream, ...said.map(([kind, body = {}]) => ({ kind, actor: 'harness' as const, body: { ...body } })))

describe('bailiff waive', () => {
  it('lets a claim pass in the current turn, recorded in the session and among the overrides', async () => {
    const one = await validating(POLICY)
    const asked: string[] = []
    const ran = await one.cli(WAIVE, {}, { answer: 'done', asked })
    expect(ran).toMatchObject({ exit: 0, err: '' })
    expect(ran.out).toContain(
      'This lets the claim "done" pass in turn 1 of session s, whatever the evidence\nsays.\n  Reason: The server is down.',
    )
    expect(asked).toEqual(['Type "done" to continue: '])
    const body = { claim: 'done', reason: 'The server is down.', turn: 1, confirmed: 'typed' }
    expect(waived(one)).toMatchObject([{ actor: 'admin', body }])
    expect(one.ledger.entries('admin/overrides')).toMatchObject([
      { kind: 'claim.waived', actor: 'admin', body: { ...body, session: one.stream } },
    ])
    expect(sessionOf(one.ledger.entries(one.stream)).turns.at(-1)?.steps).toMatchObject([
      { kind: 'waiver', claim: 'done' },
    ])
    await one.ledger.verify()
  })

  it('says who waived it and how, without secrets, in the entries, the report and the story', async () => {
    const one = await validating(POLICY)
    const person = dirname(one.project)
    const token = ['ghp_', 'a1Bz9Q'.repeat(6)].join('')
    writeFileSync(join(person, '.gitconfig'), `[user]\n\tname = "Ada ${token}"\n\temail = ada@example.org\n`)
    expect(await one.cli([...WAIVE, '--yes'], { HOME: person })).toMatchObject({ exit: 0 })
    const who = { user: userInfo().username, git: 'Ada [redacted:github-token] <ada@example.org>', adminKey: null }
    expect(waived(one)).toMatchObject([{ body: { confirmed: '--yes', who } }])
    const said =
      /by \S+,\s+git\s+identity\s+Ada\s+\[redacted:github-token\]\s+<ada@example.org>,\s+confirmed\s+by\s+--yes/
    expect((await one.cli(['report'])).out).toMatch(said)
    expect((await one.cli(['explain', 's'])).out).toMatch(said)
  })

  it('is for people: an agent is refused with exit code 3, and nothing passes', async () => {
    const one = await validating(POLICY)
    const agents: [NodeJS.ProcessEnv, Around][] = [
      [{ CLAUDECODE: '1' }, {}],
      [{}, { ancestors: [['claude']] }],
      [{}, { hasTerminal: false }],
    ]
    for (const [env, around] of agents)
      expect(await one.cli([...WAIVE, '--yes'], env, around)).toMatchObject({
        exit: 3,
        err: expect.stringContaining('[PERSON_ONLY]'),
      })
    expect(await one.cli(WAIVE, {}, { answer: 'no' })).toMatchObject({
      exit: 3,
      err: expect.stringContaining('[NOT_CONFIRMED]'),
    })
    expect(waived(one)).toEqual([])
    expect(one.ledger.kinds('admin/overrides')).toEqual([])
  })

  it.each([
    [['waive']],
    [['waive', 'finished', '--reason', 'x']],
    [['waive', 'status_unclear', '--reason', 'x']],
    [['waive', 'done']],
    [['waive', 'done', '--reason', ' \n ']],
    [['waive', 'done', '--reason', 'x'.repeat(2_001)]],
    [['waive', 'done', '--reason', 'x', '--session', 'nobody']],
  ])('explains what is wrong with %j, with exit code 1', async (argv) => {
    const one = await validating(POLICY)
    expect(await one.cli([...argv, '--yes'])).toMatchObject({ exit: 1 })
    expect(waived(one)).toEqual([])
  })

  it('refuses without an open turn: before the first, after the last, and after the session has ended', async () => {
    const one = await validating(POLICY)
    const refused = { exit: 3, err: expect.stringContaining('[NO_OPEN_TURN]') }
    one.ledger.tell('claude-code', 'SessionStart', { session_id: 'new', cwd: one.project, source: 'startup' })
    expect(await one.cli([...WAIVE, '--yes', '--session', 'new'])).toMatchObject(refused)
    put(one, STOPPED, judged('capped'))
    expect(await one.cli([...WAIVE, '--yes', '--session', 's'])).toMatchObject(refused)
    one.tell('UserPromptSubmit', { prompt: 'Again.' })
    spool(one.ledger.home, one.stream, STOPPED, judged('capped'))
    expect(await one.cli([...WAIVE, '--yes', '--session', 's'])).toMatchObject(refused)
    one.tell('SessionEnd', { reason: 'other' })
    expect(await one.cli([...WAIVE, '--yes', '--session', 's'])).toMatchObject(refused)
    expect(waived(one)).toEqual([])
  })

  it('refuses if agents work in several sessions, as validate does: with the same code and words, and every session named', async () => {
    const one = await validating(POLICY)
    for (const event of ['SessionStart', 'UserPromptSubmit'])
      one.ledger.tell('claude-code', event, { session_id: 'new', cwd: one.project, source: 'startup', prompt: 'Go.' })
    const words = 'Agents are working in 2 sessions of this project: new, s. Choose one with --session <id>.'
    const ran = await one.cli([...WAIVE, '--yes'])
    expect([ran.exit, unwrapped(ran.err)]).toEqual([3, `bailiff: ${words} [SEVERAL_SESSIONS] `])
    const { exit, out } = await one.cli(['validate', 'done'])
    expect([exit, unwrapped(out)]).toEqual([3, `done refused: ${words} [SEVERAL_SESSIONS] `])
    expect(waived(one)).toEqual([])
  })

  it('takes the session in which an agent works, not the idle one, as the list of sessions shows them', async () => {
    const one = await validating(POLICY)
    const tell = (event: string): unknown =>
      one.ledger.tell('claude-code', event, { session_id: 'new', cwd: one.project, source: 'startup', prompt: 'Go.' })
    const states = async (): Promise<string[]> =>
      JSON.parse((await one.cli(['sessions', '--json'])).out).map(
        ({ session, state }: { session: string; state: string }) => `${session} ${state}`,
      )
    tell('SessionStart')
    expect((await states()).sort()).toEqual(['new idle', 's working'])
    expect(await one.cli([...WAIVE, '--yes'])).toMatchObject({ exit: 0 })
    expect(waived(one)).toHaveLength(1)
    put(one, STOPPED, judged('earned'))
    expect((await states()).sort()).toEqual(['new idle', 's idle'])
    const { exit, err } = await one.cli([...WAIVE, '--yes'])
    expect([exit, unwrapped(err)]).toEqual([3, expect.stringContaining('No agent is working in this project.')])
  })

  it('counts a session as ended if its program is gone', async () => {
    const one = await validating(POLICY)
    const gone = { pid: 2 ** 22 + 1, start: '1' }
    markOpen(one.ledger.home, { stream: one.stream, workspace: one.project, process: gone })
    expect(JSON.parse((await one.cli(['sessions', '--json'])).out)).toMatchObject([{ state: 'ended' }])
    expect(await one.cli([...WAIVE, '--yes'])).toMatchObject({
      exit: 3,
      err: expect.stringContaining('[NO_OPEN_TURN]'),
    })
  })

  it('counts while the agent is blocked, and while tasks are still running', async () => {
    for (const verdict of ['blocked', 'waiting']) {
      const one = await validating(POLICY)
      put(one, STOPPED, judged(verdict))
      expect(await one.cli([...WAIVE, '--yes', '--json'])).toMatchObject({ exit: 0 })
      expect(waived(one)).toHaveLength(1)
    }
  })
})
