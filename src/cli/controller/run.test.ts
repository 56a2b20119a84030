import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Around } from '../../../test/helpers/cli.ts'
import { APPROVED, controllerPlace } from '../../../test/helpers/controller-commands.ts'
import { openController } from '../../controller/drivers/controller.ts'
import { openFileStore } from '../../ledger/stores/files/files.ts'

const RUN = ['controller', 'run', 'bundle.yaml']

const planIn = (text: string): string => /plan-[0-9a-f]{64}/.exec(text)?.[0] ?? ''

describe('bailiff controller run', () => {
  it('waits for approval, prints the command that gives it, and then carries out exactly that plan', async () => {
    const place = controllerPlace()
    const waiting = await place.cli(RUN)
    expect(waiting).toMatchObject({ exit: 3, err: '' })
    expect(waiting.out).toContain('drift, cycle 1: awaiting approval')
    expect(existsSync(join(place.dir, 'config/a.conf'))).toBe(false)
    const [, command = ''] = /^ {2}bailiff (controller run .*)$/m.exec(waiting.out) ?? []
    expect(command).toBe(`controller run bundle.yaml --approve ${planIn(waiting.out)}`)
    const done = await place.cli(command.split(' '))
    expect(done).toMatchObject({ exit: 0, err: '' })
    expect(done.out).toContain('✓ Succeeded: 2 effects done.')
    expect(done.out).toMatch(/approved by \S.* \(--approve\)/)
    expect(place.read('config/a.conf')).toBe('a = 1\n')
    expect(place.read('config/b.conf')).toBe('b = 2\n')
  })

  it('shows the plan as a diff against the state as it is now, within 80 columns', async () => {
    const place = controllerPlace({ desired: { 'a.conf': 'one\ntwo\nthree\n' } })
    place.write('config/a.conf', 'one\n2\nthree\n')
    const { out } = await place.cli(RUN)
    expect(out).toContain('      - 2\n      + two\n')
    const long = out.split('\n').filter((line) => line.length > 80 && !line.startsWith('  bailiff '))
    expect(long).toEqual([])
  })

  it('refuses an approval of another plan, shows what differs, and changes nothing', async () => {
    const place = controllerPlace()
    const plan = planIn((await place.cli(RUN)).out)
    place.write('config/a.conf', 'a = 1\n')
    const stale = await place.cli([...RUN, '--approve', plan])
    expect(stale).toMatchObject({ exit: 3, err: expect.stringContaining('[APPROVAL_STALE]') })
    expect(stale.out).toContain('resource:config:a.conf  no longer changed')
    expect(existsSync(join(place.dir, 'config/b.conf'))).toBe(false)
    const never = await place.cli([...RUN, '--approve', 'plan-1'])
    expect(never).toMatchObject({ exit: 3, err: expect.stringContaining('never proposed the approved plan') })
    const told = await place.json([...RUN, '--approve', plan])
    expect(told).toMatchObject({
      ok: false,
      error: { code: 'APPROVAL_STALE' },
      next: expect.stringContaining('--approve plan-'),
    })
    expect(existsSync(join(place.dir, 'config/b.conf'))).toBe(false)
  })

  it('asks a person at a terminal, who may approve, reject or wait', async () => {
    const place = controllerPlace()
    const asked: string[] = []
    const later = await place.cli(RUN, { columns: 80, answer: '', asked })
    expect(later).toMatchObject({ exit: 3 })
    expect(asked).toEqual(['Carry out this plan? Type yes, no, or press Enter to decide later: '])
    const no = await place.cli(RUN, { columns: 80, answer: 'no' })
    expect(no).toMatchObject({ exit: 3 })
    expect(no.out).toContain('rejected by')
    expect(no.out).toContain('To approve the plan after all:')
    // A rejection holds until a person approves.
    expect(await place.cli(RUN)).toMatchObject({ exit: 3, out: expect.stringContaining('idle, still rejected') })
    expect(existsSync(join(place.dir, 'config/a.conf'))).toBe(false)
    const yes = await place.cli(RUN, { columns: 80, answer: ' YES ' })
    expect(yes).toMatchObject({ exit: 0 })
    expect(yes.out).toContain('(at the terminal)')
    // The plan is shown once: before the question.
    expect(yes.out.match(/resource:config:a\.conf\n/g)).toHaveLength(1)
    expect(place.read('config/a.conf')).toBe('a = 1\n')
  })

  it('never takes the answer of an agent, on a terminal or not', async () => {
    const place = controllerPlace()
    const plan = planIn((await place.cli(RUN)).out)
    const asked: string[] = []
    const agent = { columns: 80, answer: 'yes', asked, hasTerminal: false }
    expect(await place.cli(RUN, agent, { CLAUDECODE: '1' })).toMatchObject({
      exit: 3,
      err: expect.stringContaining('note: not asking for approval'),
    })
    expect(asked).toEqual([])
    const AGENTS: [NodeJS.ProcessEnv, Around][] = [
      [{ CLAUDECODE: '1' }, {}],
      [{}, { ancestors: [['claude']] }],
    ]
    for (const options of [
      ['--approve', plan],
      ['--take-over', '--yes'],
    ])
      for (const [env, around] of AGENTS)
        expect(await place.cli([...RUN, ...options], around, env)).toMatchObject({
          exit: 3,
          err: expect.stringContaining('[PERSON_ONLY]'),
        })
    expect(existsSync(join(place.dir, 'config/a.conf'))).toBe(false)
  })

  it('needs no person where the policy approves, and has nothing to do afterwards', async () => {
    const place = controllerPlace(APPROVED)
    expect(await place.cli(RUN)).toMatchObject({ exit: 0, err: '' })
    expect((await place.cli(RUN)).out).toContain('✓ Succeeded: nothing had to be changed.')
    expect((await place.cli(RUN)).out).toContain('· Idle: nothing has changed')
  })

  it('prints the cycle as one JSON value', async () => {
    const place = controllerPlace(APPROVED)
    expect(await place.json(RUN)).toMatchObject({
      ok: true,
      controller: 'drift',
      cycle: 1,
      end: 'succeeded',
      plan: {
        decisions: [{ effect_ref: 'resource:config:a.conf', changes: [{ path: ['content'], after: 'a = 1\n' }] }, {}],
      },
      effects: [{ outcome: 'done' }, { outcome: 'done' }],
      report: { status: 'succeeded' },
      unresolved: [],
      next: null,
    })
  })

  it('shows what a dry run would change, and writes neither files nor artifacts', async () => {
    const place = controllerPlace()
    const dry = await place.cli([...RUN, '--dry-run'])
    expect(dry).toMatchObject({ exit: 0, err: '' })
    expect(dry.out).toContain('+ content: "a = 1\\n"')
    expect(dry.out).toContain('✓ Dry run: nothing was changed.')
    expect(readdirSync(join(place.dir, 'config'))).toEqual([])
    expect(readdirSync(place.dir).sort()).toEqual(['bundle.yaml', 'config'])
    await place.cli([...RUN, '--dry-run', '--out', 'there/deep'])
    expect(readdirSync(join(place.dir, 'there/deep'))).toContain('proposed_change_plan.yaml')
  })

  it('fails on a denial, leaves gap map and backlog, and removes them after a success', async () => {
    const place = controllerPlace({ allow: 'resource:config:a.conf', approve: ['resource:config:a.conf'] })
    expect(await place.cli([...RUN, '--dry-run'])).toMatchObject({ exit: 2 })
    const partial = await place.cli(RUN)
    expect(partial).toMatchObject({ exit: 2 })
    expect(partial.out).toContain('denied: NOT_ALLOWED: target not allowlisted')
    expect(partial.out).toContain('✗ Partial: only 1 effect done.')
    const folder = join(place.dir, 'controller_artifacts')
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['backlog.yaml', 'gap_map.yaml']))
    expect(await place.cli(['controller', 'verify', join(folder, 'gap_map.yaml')])).toMatchObject({ exit: 0 })
    place.bundle({ allow: 'resource:config:*' })
    const last = await place.cli(RUN)
    // Nothing has succeeded yet, so the gaps remain.
    expect(readdirSync(folder)).toContain('gap_map.yaml')
    expect(await place.cli([...RUN, '--approve', planIn(last.out)])).toMatchObject({ exit: 0 })
    expect(readdirSync(folder).sort()).toEqual([
      'env_snapshot.yaml',
      'execution_report.yaml',
      'proposed_change_plan.yaml',
    ])
  })

  it('exits with 2 as long as a denial stands, even if nothing is new', async () => {
    const place = controllerPlace(APPROVED)
    place.bundle({ ...APPROVED, driver: '{ kind: file, path: "../home/{1}" }' })
    expect(await place.cli(RUN)).toMatchObject({ exit: 2 })
    expect(await place.cli(RUN)).toMatchObject({ exit: 2, out: expect.stringContaining('idle, still failed') })
  })

  it('passes every effect through the checks for tool calls', async () => {
    const place = controllerPlace({ ...APPROVED, driver: '{ kind: file, path: "../home/{1}" }' })
    const { exit, out } = await place.cli(RUN)
    expect(exit).toBe(2)
    expect(out).toContain('denied by a dispatch check: CHECK_DENIED')
    expect(existsSync(join(place.home, 'a.conf'))).toBe(false)
  })

  it('writes the artifacts of the newest cycle beside the bundle, whatever the current folder', async () => {
    const place = controllerPlace(APPROVED)
    mkdirSync(join(place.dir, 'bundles'))
    place.bundle(APPROVED, 'bundles/one.yaml')
    await place.cli(['controller', 'run', 'bundles/one.yaml'])
    const folder = join(place.dir, 'bundles/controller_artifacts')
    expect(readdirSync(folder).sort()).toEqual([
      'env_snapshot.yaml',
      'execution_report.yaml',
      'proposed_change_plan.yaml',
    ])
    expect(place.read('config/a.conf')).toBe('a = 1\n')
    for (const file of readdirSync(folder))
      expect(await place.cli(['controller', 'verify', join(folder, file)])).toMatchObject({ exit: 0 })
  })

  it('does not act if the artifacts cannot be written', async () => {
    const place = controllerPlace(APPROVED)
    place.write('file', '')
    expect(await place.cli([...RUN, '--out', 'file/dir'])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('[FILE_UNUSABLE]'),
    })
    expect(existsSync(join(place.dir, 'config/a.conf'))).toBe(false)
  })

  it('runs a controller only once at a time; a person may take it over', async () => {
    const place = controllerPlace(APPROVED)
    const ledger = openFileStore(place.home)
    const held = await openController(ledger, place.read('bundle.yaml'), { cwd: place.dir })
    expect(await place.cli(RUN)).toMatchObject({ exit: 3, err: expect.stringContaining('[CONTROLLER_BUSY]') })
    expect(await place.cli([...RUN, '--take-over'], { answer: 'no' })).toMatchObject({
      exit: 3,
      err: expect.stringContaining('[NOT_CONFIRMED]'),
    })
    expect(existsSync(join(place.dir, 'config/a.conf'))).toBe(false)
    expect(await place.cli([...RUN, '--take-over'], { answer: 'drift' })).toMatchObject({ exit: 0 })
    await expect(held.cycle()).rejects.toMatchObject({ code: 'CONTROLLER_BUSY' })
    await ledger.close()
  })

  it('names a bundle without id after its file and folder, so that two folders do not share a controller', async () => {
    const place = controllerPlace()
    for (const folder of ['one', 'two']) mkdirSync(join(place.dir, folder))
    for (const folder of ['one', 'two']) place.bundle({ id: null, ...APPROVED }, `${folder}/my bundle.yaml`)
    symlinkSync('one', join(place.dir, 'link'))
    const names: string[] = []
    for (const folder of ['one', 'two', 'link'])
      names.push((await place.json(['controller', 'run', `${folder}/my bundle.yaml`])).controller)
    expect(names[0]).toMatch(/^my-bundle-[0-9a-f]{8}$/)
    expect(names[1]).not.toBe(names[0])
    expect(names[2]).toBe(names[0])
    expect((await place.json(['controller', 'run', 'one/my bundle.yaml', '--name', 'other'])).controller).toBe('other')
    expect(await place.cli([...RUN, '--name', 'no/name'])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('[BUNDLE_INVALID]'),
    })
  })

  it.each([
    [['--cycles', '2']],
    [['--every', '0s']],
    [['--every', '25h']],
    [['--every', 'soon']],
    [['--every', '1s', '--cycles', '0']],
    [['--every', '1s', '--dry-run']],
    [['--every', '1s', '--approve', 'plan-1']],
    [['--dry-run', '--approve', 'plan-1']],
  ])('says what is wrong with %j', async (options) => {
    const place = controllerPlace(APPROVED)
    expect(await place.cli([...RUN, ...options])).toMatchObject({ exit: 1, err: expect.stringContaining('[USAGE]') })
    expect(existsSync(join(place.dir, 'config/a.conf'))).toBe(false)
  })

  it('lists the problems of an invalid bundle, and runs nothing', async () => {
    const place = controllerPlace()
    place.write('bundle.yaml', 'body: { agents: [] }\n')
    expect(await place.cli(RUN)).toMatchObject({
      exit: 1,
      err: expect.stringMatching(/bundle\.yaml:1:\d+ {2}.*\[BUNDLE_INVALID\]\n$/s),
    })
    expect(await place.json(RUN)).toMatchObject({ ok: false, code: 'BUNDLE_INVALID', findings: expect.any(Array) })
    expect(await place.cli(['controller', 'run', 'none.yaml'])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('[FILE_UNUSABLE]'),
    })
  })
})

describe('agents of your own', () => {
  const OWN = { ...APPROVED, decide: 'role: decide' }
  const withAgents = [...RUN, '--agents', 'agents.mjs']
  const place = (module: string) => {
    const made = controllerPlace(OWN)
    made.write('agents.mjs', module)
    return made
  }

  it('decide, and their plan is recorded with their reasons', async () => {
    const { cli, read } = place(`export default { 'decide:1': { decide: async () => ({
      summary: 'One file.',
      decisions: [{ effect_ref: 'resource:config:x', target_state: { content: 'x' }, reasoning_trace: 'because' }] }) } }`)
    const { exit, out } = await cli(withAgents)
    expect(exit).toBe(0)
    expect(out).toContain('Why: because')
    expect(read('config/x')).toBe('x')
  })

  it.each([
    ['export const x = 1', 1, '[AGENT_UNKNOWN]'],
    ['export default {}', 1, '[AGENT_UNKNOWN]'],
    ["export default { 'decide:1': {} }", 1, '[AGENT_UNKNOWN]'],
    ["throw new Error('no luck')", 1, 'no luck [AGENT_FAILED]'],
    ['export default {', 1, '[AGENT_FAILED]'],
  ])('%j: exit code %i, %s', async (module, exit, err) => {
    expect(await place(module).cli(withAgents)).toMatchObject({ exit, err: expect.stringContaining(err) })
  })

  it('that fail end the cycle with an error, which is recorded', async () => {
    const made = place("export default { 'decide:1': { decide: async () => { throw new Error('no idea') } } }")
    const { exit, out } = await made.cli(withAgents)
    expect(exit).toBe(2)
    expect(out).toContain('✗ Error: the cycle could not be completed.\n  no idea [AGENT_FAILED]')
    expect(readdirSync(join(made.dir, 'controller_artifacts')).sort()).toEqual([
      'backlog.yaml',
      'env_snapshot.yaml',
      'gap_map.yaml',
    ])
    expect((await made.cli(['controller', 'show', 'drift'])).out).toContain('no idea [AGENT_FAILED]')
    made.write('agents.mjs', '')
    made.write('good.mjs', "export default { 'decide:1': { decide: async () => ({ decisions: [] }) } }")
    expect(await made.cli([...RUN, '--agents', 'good.mjs'])).toMatchObject({ exit: 0 })
    expect(readdirSync(join(made.dir, 'controller_artifacts'))).not.toContain('gap_map.yaml')
    expect(readdirSync(join(made.dir, 'controller_artifacts'))).not.toContain('backlog.yaml')
  })

  it('must be in a file that exists', async () => {
    expect(await controllerPlace(OWN).cli(withAgents)).toMatchObject({
      exit: 1,
      err: expect.stringContaining('[FILE_UNUSABLE]'),
    })
  })
})
