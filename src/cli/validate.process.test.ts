import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { textOf } from '../../test/helpers/hooks.ts'
import { bound, PERSON, scripted, validating } from '../../test/helpers/validating.ts'

const sh = (script: string): string => JSON.stringify(scripted(script))

describe('bailiff validate', () => {
  it('passes a command that exits with 0: exit code 0, and a complete entry', async () => {
    const words = scripted('echo out; echo err >&2')
    const { validate, last, ledger } = await validating(bound(JSON.stringify(words)))
    const ran = await validate('done', 'check')
    expect(ran).toMatchObject({ exit: 0, code: 'PASSED', grade: 'executed', said: 'The command exited with code 0.' })
    const entry = last()
    expect(entry).toMatchObject({
      kind: 'validator.passed',
      actor: 'validator',
      body: {
        claim: 'done',
        validator: 'check',
        arguments: {},
        grade: 'executed',
        policy: expect.stringMatching(/^[0-9a-f]{64}$/),
        fingerprint: { before: expect.any(String), after: expect.any(String) },
        words,
        cwd: '.',
        attempts: [{ exit: 0, ended: 'exited', durationMs: expect.any(Number) }],
      },
    })
    expect(textOf(ledger.home, entry, 'stdout')).toBe('out\n')
    expect(textOf(ledger.home, entry, 'stderr')).toBe('err\n')
    await ledger.verify()
  })

  it('fails any other command, with exit code 2 and its output', async () => {
    const { validate, last, ledger } = await validating(bound(sh('echo seen; exit 4')))
    const ran = await validate('done', 'check')
    expect(ran).toMatchObject({
      exit: 2,
      code: 'COMMAND_FAILED',
      said: 'The command exited with code 4; its last line was "seen".',
    })
    expect(last()).toMatchObject({ kind: 'validator.failed', body: { code: 'COMMAND_FAILED', claim: 'done' } })
    const other = await validating(bound(sh('echo "> build"; echo broken >&2; echo npm error code 1 >&2; exit 4')))
    expect(await other.validate('done', 'check')).toMatchObject({
      said: 'The command exited with code 4; its last line was "broken".',
    })
    expect(textOf(ledger.home, last(), 'stdout')).toBe('seen\n')
  })

  it.each([
    ['fixed', 'check', {}, 'NOT_BOUND'],
    ['done', 'nobody', {}, 'NOT_BOUND'],
    ['done', 'constructor', {}, 'NOT_BOUND'],
    ['done', 'check', { target: 'x' }, 'ARGUMENT_REFUSED'],
    ['done', 'check', { required_runs: 0 }, 'ARGUMENT_REFUSED'],
    ['done', 'check', { required_runs: 1.5 }, 'ARGUMENT_REFUSED'],
    ['done', 'check', { required_runs: 1e9 }, 'ARGUMENT_REFUSED'],
    ['done', 'check', { x: 'y'.repeat(20_000) }, 'ARGUMENT_REFUSED'],
  ])('refuses %s by %s with %j: exit code 3, an entry, and nothing runs', async (claim, validator, given, code) => {
    const { validate, last, project } = await validating(bound(sh('touch ran')))
    expect(await validate(claim, validator, given)).toMatchObject({ exit: 3, code })
    expect(last()).toMatchObject({ kind: 'validator.refused', body: { code, claim } })
    expect(() => readFileSync(join(project, 'ran'))).toThrow()
  })

  it('refuses without an approved policy, even if there is an unapproved policy file', async () => {
    const { validate, last, write } = await validating(null)
    write({ '.bailiff/policy.yaml': bound(sh('')) })
    expect(await validate('done', 'check')).toMatchObject({ exit: 3, code: 'NO_POLICY' })
    expect(last()).toMatchObject({ kind: 'validator.refused', body: { code: 'NO_POLICY', policy: null } })
  })

  it('still uses the approved copy if the agent rewrites the policy', async () => {
    const { validate, write } = await validating(bound(sh('exit 1')))
    write({ '.bailiff/policy.yaml': bound(sh('')) })
    expect(await validate('done', 'check')).toMatchObject({ exit: 2, code: 'COMMAND_FAILED' })
  })

  it('refuses if agents work in several sessions and none is named', async () => {
    const one = await validating(bound(sh('')))
    for (const event of ['SessionStart', 'UserPromptSubmit'])
      one.ledger.tell(
        'claude-code',
        event,
        { session_id: 't', cwd: one.project, source: 'startup', prompt: 'Go.' },
        PERSON,
      )
    expect(await one.validate('done', 'check')).toMatchObject({ exit: 3, code: 'SEVERAL_SESSIONS' })
    const argv = ['validate', 'done', '--with', 'check', '--session', 't', '--json']
    expect(JSON.parse((await one.cli(argv)).out)).toMatchObject({ result: 'passed', session: 'session/claude-code-t' })
  })

  it('belongs to the session of its project, from any folder in it, and to no other', async () => {
    const { cli, project } = await validating(bound(sh('')))
    mkdirSync(join(project, 'deep/er'), { recursive: true })
    const argv = ['validate', 'done']
    expect(await cli(argv, {}, { cwd: join(project, 'deep/er') })).toMatchObject({ exit: 0 })
    expect(await cli(argv, {}, { cwd: '/' })).toMatchObject({ exit: 3, err: expect.stringContaining('[NO_POLICY]') })
  })

  it.each([
    [['finished']],
    [['done', 'fixed']],
    [['--claim', 'done', '--validator', 'check']],
    [['done', '--args', '[]']],
    [['done', '--args', '{']],
    [['done', '--session', 'nobody']],
  ])('explains what is wrong with %j, with exit code 1', async (argv) => {
    const { cli } = await validating(bound(sh('')))
    expect(await cli(['validate', ...argv])).toMatchObject({ exit: 1 })
  })

  it('is shown with its session', async () => {
    const { validate, cli } = await validating(bound(sh('exit 1')))
    await validate('done', 'check')
    const { out } = await cli(['explain', 's'])
    expect(out).toMatch(/✗ validator check failed for "done" \(COMMAND_FAILED\) +#4\n/)
    expect(out).not.toContain(process.env['PATH'])
  })
})

/** A policy with two checks and this binding of `done`. */
const two = (binding: string, a = '', b = '', more = ''): string => `version: 1
validators:
  a: ${sh(a)}
  b: ${sh(b)}
bindings:
  done: ${binding}
${more}`

describe('bailiff validate for all that is bound to a claim', () => {
  const all = async (policy: string, argv: readonly string[] = []) => {
    const one = await validating(policy)
    const ran = await one.cli(['validate', 'done', ...argv])
    const kinds = one.ledger.kinds(one.stream).filter((kind) => kind.startsWith('validator.'))
    return { ...one, ...ran, kinds }
  }

  it('passes if the only bound validator passes', async () => {
    const { exit, out } = await all(bound(sh('')))
    expect({ exit, out }).toEqual({
      exit: 0,
      out: 'check passed: The command exited with code 0. [PASSED]\ndone passed: The claim done is supported. [PASSED]\n',
    })
  })

  it('runs several in order, and fails if one of them fails', async () => {
    const { exit, out, kinds } = await all(two('[a, b]', 'exit 1'))
    expect(exit).toBe(2)
    expect(out.split('\n').map((line) => line.split(':')[0])).toEqual(['a failed', 'b passed', 'done failed', ''])
    expect(out).toContain(
      'done failed: The claim done is not supported. "a" did not pass on the current files. [COMMAND_FAILED]',
    )
    expect(kinds).toEqual(['validator.failed', 'validator.passed'])
  })

  it('stops at the first pass if any one is enough', async () => {
    const { exit, kinds } = await all(two('{any: [a, b]}', 'exit 1'))
    expect({ exit, kinds }).toEqual({ exit: 0, kinds: ['validator.failed', 'validator.passed'] })
    expect((await all(two('{any: [a, b]}'))).kinds).toEqual(['validator.passed'])
  })

  it('fails if a pass does not count: without a recorded environment it is only reported', async () => {
    const { project, ledger, cli } = await validating(bound(sh('')))
    const body = { host: 'claude-code', session: 'old', cwd: project, transcript: null, source: 'startup' }
    ledger.append('session/claude-code-old', { kind: 'session.started', actor: 'harness', body })
    const { exit, out } = await cli(['validate', 'done', '--session', 'old'], PERSON)
    expect(exit).toBe(2)
    expect(out).toContain('passed only according to the host; Bailiff did not verify it. [REPORTED_ONLY]')
  })

  it('refuses and records a claim without a validator, and arguments for several validators', async () => {
    const one = await validating(two('[a, b]'))
    expect(await one.cli(['validate', 'fixed'])).toMatchObject({
      exit: 3,
      out: 'fixed refused: The approved policy binds no validator to fixed. [NOT_BOUND]\n',
    })
    expect(one.last()).toMatchObject({ kind: 'validator.refused', body: { claim: 'fixed', validator: '*' } })
    expect(await one.cli(['validate', 'done', '--args', '{"required_runs":2}'])).toMatchObject({
      exit: 3,
      out: expect.stringContaining('[ARGUMENT_REFUSED]'),
    })
  })

  it('passes arguments to a single validator, and refuses unknown ones', async () => {
    const { exit, last } = await all(bound(sh('')), ['--args', '{"required_runs":2}'])
    expect(exit).toBe(0)
    expect(last()).toMatchObject({ body: { attempts: [{ exit: 0 }, { exit: 0 }], numbers: { required_runs: 2 } } })
    const refused = await all(bound(sh('')), ['--args', '{"x":1}'])
    expect(refused).toMatchObject({ exit: 3, out: expect.stringMatching(/check refused: .*\ndone refused: /) })
  })

  it('uses the binding of the scope that contains all changes', async () => {
    const binding = '{ everywhere: a, scopes: { docs: b } }'
    const one = await validating(two(binding, 'exit 1', '', 'scopes: { docs: ["docs/**"] }\n'))
    const edit = (file_path: string, tool_use_id: string): void => {
      const call = {
        tool_name: 'Write',
        tool_input: { file_path: join(one.project, file_path), content: '' },
        tool_use_id,
      }
      one.tell('PreToolUse', call)
      one.tell('PostToolUse', { ...call, tool_response: {} })
    }
    edit('docs/a.md', 't1')
    expect((await one.cli(['validate', 'done'])).exit).toBe(0)
    edit('src/a.ts', 't2')
    expect((await one.cli(['validate', 'done'])).exit).toBe(2)
  })

  it('prints everything as JSON', async () => {
    const { out } = await all(two('[a, b]', 'exit 1'), ['--json'])
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      result: 'failed',
      code: 'COMMAND_FAILED',
      claim: 'done',
      session: 'session/claude-code-s',
      runs: [
        { validator: 'a', result: 'failed', code: 'COMMAND_FAILED' },
        { validator: 'b', result: 'passed', code: 'PASSED', grade: 'executed' },
      ],
    })
  })
})

describe('the environment of a check', () => {
  const SHOWS = JSON.stringify([process.execPath, '-e', 'console.log(JSON.stringify(process.env))'])

  it("is the one that the hook recorded, whatever the agent's shell sets", async () => {
    const host = { ...PERSON, NODE_OPTIONS: '--no-warnings', BAILIFF_HOME: '/x', LC_ALL: 'C' }
    const { validate, last, ledger } = await validating(bound(SHOWS), {}, host)
    const evil = { PATH: '/tmp/evil', NODE_OPTIONS: '--require /tmp/evil.js', HOME: '/tmp/evil' }
    expect(await validate('done', 'check', {}, evil)).toMatchObject({ exit: 0, grade: 'executed' })
    expect(JSON.parse(textOf(ledger.home, last(), 'stdout'))).toEqual({
      ...PERSON,
      LC_ALL: 'C',
      CI: '1',
      TERM: 'dumb',
      CHECK_RUN: expect.any(String),
    })
  })

  it('does not find a program that the agent put before the real one', async () => {
    const { validate, project } = await validating(bound('mycheck'), {}, { ...PERSON, PATH: '/usr/bin:/bin' })
    mkdirSync(join(project, 'evil'))
    writeFileSync(join(project, 'evil/mycheck'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    const ran = await validate('done', 'check', {}, { PATH: `${join(project, 'evil')}:/usr/bin:/bin` })
    expect(ran).toMatchObject({ exit: 2, code: 'COMMAND_NOT_STARTED' })
  })

  it('counts as reported if none was recorded', async () => {
    const { project, ledger, cli } = await validating(bound(SHOWS))
    ledger.tell('claude-code', 'SessionEnd', { session_id: 's' })
    const body = { host: 'claude-code', session: 'old', cwd: project, transcript: null, source: 'startup' }
    ledger.append('session/claude-code-old', { kind: 'session.started', actor: 'harness', body })
    const argv = ['validate', 'done', '--with', 'check', '--session', 'old', '--json']
    expect(JSON.parse((await cli(argv, PERSON)).out)).toMatchObject({ runs: [{ result: 'passed', grade: 'reported' }] })
  })
})

describe('bailiff validate without a session', () => {
  const POLICY = (script: string): string =>
    `version: 1\nvalidators:\n  check: ${sh(script)}\nbindings:\n  done: check\n  fixed: check\nmodes:\n  fixed: warn\n`

  /** A project whose session has ended. */
  async function ended(script: string) {
    const one = await validating(POLICY(script))
    one.tell('SessionEnd', { reason: 'other' })
    const before = one.last()
    return {
      ...one,
      run: (...argv: string[]) => one.cli(['validate', ...argv]),
      isUnchanged: () => expect(one.last()).toEqual(before),
    }
  }

  it('tries the approved checks, says what would pass, and records nothing', async () => {
    const { run, isUnchanged } = await ended('exit 0')
    const { exit, out } = await run()
    expect(exit).toBe(0)
    expect(out).toContain('✓ check: The command exited with code 0.\n"done", "fixed", changed files: would pass\n')
    expect(out).toContain('nothing was recorded')
    isUnchanged()
  })

  it('says what would block and what would only warn, for all claims or one', async () => {
    const { run, isUnchanged } = await ended('exit 1')
    const { exit, out } = await run()
    expect(exit).toBe(2)
    expect(out).toContain('"done", changed files: would block\n"fixed": would only warn\n')
    expect(await run('fixed')).toMatchObject({ exit: 0, out: expect.not.stringContaining('would block') })
    expect(JSON.parse((await run('done', '--json')).out)).toMatchObject({
      ok: false,
      checks: [{ validator: 'check', result: 'failed' }],
      claims: [{ claim: 'done', would: 'block' }],
    })
    isUnchanged()
  })

  it('tries one validator, and names those there are if it is another', async () => {
    const { run, isUnchanged } = await ended('exit 1')
    expect(await run('done', '--with', 'check')).toMatchObject({ exit: 2, out: expect.not.stringContaining('would') })
    expect(await run('--with', 'nobody')).toMatchObject({
      exit: 3,
      err: expect.stringMatching(/no validator "nobody" to any claim. Bound: check.\s\[NOT_BOUND\]/),
    })
    isUnchanged()
  })

  it('tries them for a person while an agent is idle, or if the person names no claim', async () => {
    const one = await validating(POLICY('exit 0'))
    expect(await one.cli(['validate'])).toMatchObject({ exit: 0, out: expect.stringContaining('nothing was recorded') })
    one.ledger.append(
      one.stream,
      { kind: 'stop.reached', actor: 'agent', body: { message: 'Done.', gated: true } },
      { kind: 'stop.judged', actor: 'harness', body: { verdict: 'earned' } },
    )
    const before = one.last()
    expect(await one.cli(['validate', 'done'])).toMatchObject({ exit: 0, out: expect.stringContaining('a trial') })
    expect(one.last()).toEqual(before)
  })

  it('refuses without an approved policy, and an unknown claim', async () => {
    const bare = await validating(null)
    bare.tell('SessionEnd', { reason: 'other' })
    expect(await bare.cli(['validate'])).toMatchObject({ exit: 3, err: expect.stringContaining('[NO_POLICY]') })
    expect(await bare.cli(['validate', 'finished'])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('Unknown claim'),
    })
  })
})
