import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isAlive } from '../../../test/helpers/alive.ts'
import { tempDir } from '../../../test/helpers/temp.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { commandDriver, commandDriverWith, effectMark, MARK_VARIABLE } from './command.ts'
import type { EffectDriver, EffectRequest } from './driver.ts'

const never = new AbortController().signal
let keys = 0

const asked = (settings: JsonObject, more: Partial<EffectRequest> = {}): EffectRequest => ({
  effect_ref: 'resource:service:web',
  target_state: { version: 2, name: 'ü' },
  idempotency_key: `key-${process.pid}-${keys++}`,
  settings,
  surroundings: { cwd: tempDir(), env: process.env },
  ...more,
})

const sh = (script: string): string[] => ['sh', '-c', script]
const apply = (settings: JsonObject, driver: EffectDriver = commandDriver) => driver.apply(asked(settings), never)
const hasProc = existsSync('/proc/self/environ')
const ONLY_PROC = hasProc ? '' : ' — SKIPPED: there is no /proc'

describe('a command', () => {
  it('gets the target state on standard input, the ref and the key in its environment', async () => {
    const request = asked({
      command: sh('cat; echo "|$BAILIFF_EFFECT_REF|$BAILIFF_IDEMPOTENCY_KEY|$COLOUR" >&2'),
      env: { COLOUR: 'red' },
    })
    expect(await commandDriver.apply(request, never)).toEqual({
      outcome: 'done',
      why: null,
      response: { exit: 0, ended: 'exited' },
      output: {
        stdout: JSON.stringify(request.target_state),
        stderr: `|resource:service:web|${request.idempotency_key}|red\n`,
      },
    })
  })

  it('gets only picked variables of the environment, and runs in the working directory', async () => {
    const cwd = tempDir()
    const env = { PATH: process.env['PATH'], SECRET: 'x', BAILIFF_HOME: '/ledger', NODE_OPTIONS: '--bad' }
    const request = asked(
      { command: sh('echo "$SECRET$BAILIFF_HOME$NODE_OPTIONS"; pwd -P') },
      { surroundings: { cwd, env } },
    )
    const { output } = await commandDriver.apply(request, never)
    expect(output['stdout']).toMatch(new RegExp(`^\\n.*${cwd.slice(cwd.lastIndexOf('/'))}\\n$`))
  })

  it('is read without a shell', async () => {
    const { output } = await apply({ command: "printf %s '$HOME; rm -rf *'" })
    expect(output['stdout']).toBe('$HOME; rm -rf *')
  })

  it('that does not read its input is done', async () => {
    const request = asked({ command: 'true' }, { target_state: { text: 'x'.repeat(4 << 20) } })
    expect(await commandDriver.apply(request, never)).toMatchObject({ outcome: 'done' })
  })

  it('with huge output keeps the beginning and the end of each stream', async () => {
    const script =
      'const w = (s) => { s.write("begin"); s.write("x".repeat(3e6)); s.write("end") }; w(process.stdout); w(process.stderr)'
    const { outcome, response, output } = await apply({ command: [process.execPath, '-e', script] })
    expect(outcome).toBe('done')
    for (const text of Object.values(output)) {
      expect(text).toMatch(/^beginx+end$/)
      expect(text.length).toBe(64 << 10)
    }
    expect(response['dropped_bytes']).toBe(2 * (3e6 + 8 - (64 << 10)))
  })

  it('that exits with another code is not done, if it has no probe', async () => {
    expect(await apply({ command: sh('echo no >&2; exit 7') })).toEqual({
      outcome: 'not-done',
      why: 'The command exited with code 7.',
      response: { exit: 7, ended: 'exited' },
      output: { stdout: '', stderr: 'no\n' },
    })
  })

  it('that cannot be started is not done', async () => {
    expect(await apply({ command: './no-such', probe: 'true' })).toMatchObject({
      outcome: 'not-done',
      why: './no-such could not be started.',
      response: { exit: null, ended: 'not-started' },
    })
  })

  it('that is killed is unknown, if it has no probe', async () => {
    expect(await apply({ command: sh('kill -9 $$') })).toMatchObject({
      outcome: 'unknown',
      why: 'The command was killed.',
    })
  })

  it.each([
    ['exit 0', 'done', null],
    ['exit 1', 'not-done', 'The command exited with code 3.'],
    ['exit 2', 'unknown', 'The command exited with code 3. The probe could not tell more.'],
    ['kill -9 $$', 'unknown', 'The command exited with code 3. The probe could not tell more.'],
  ])('that fails is judged by its probe: %s', async (probe, outcome, why) => {
    const applied = await apply({ command: sh('exit 3'), probe: sh(probe) })
    // Without /proc a probe cannot be sure that nothing goes on.
    if (hasProc || outcome !== 'not-done')
      expect(applied).toMatchObject({ outcome, why, response: { exit: 3, probe: outcome } })
  })

  it('that is stopped before it begins does not start', async () => {
    const request = asked({ command: sh('touch started') })
    expect(await commandDriver.apply(request, AbortSignal.abort())).toMatchObject({ outcome: 'not-done' })
    expect(existsSync(join(request.surroundings.cwd, 'started'))).toBe(false)
  })

  it('that is stopped half-way is unknown, with everything it started gone; a probe decides', async () => {
    const request = asked({
      command: sh("setsid sh -c 'echo $$ > new; mv new pid; exec sleep 1000' & wait"),
      probe: sh('test -e effect'),
    })
    const stop = new AbortController()
    const applied = commandDriver.apply(request, stop.signal)
    const pid = join(request.surroundings.cwd, 'pid')
    await vi.waitFor(() => expect(existsSync(pid)).toBe(true), { timeout: 60_000 })
    stop.abort()
    expect(await applied).toMatchObject({ outcome: 'unknown', why: 'The command was killed.' })
    if (!hasProc) return
    expect(isAlive(readFileSync(pid, 'utf8'))).toBe(false)
    expect(await commandDriver.probe(request, never)).toBe('not-done')
    writeFileSync(join(request.surroundings.cwd, 'effect'), '')
    expect(await commandDriver.probe(request, never)).toBe('done')
  })

  it.skipIf(!hasProc)(`that fails leaves nothing running that could still do it${ONLY_PROC}`, async () => {
    const request = asked({
      command: sh("setsid sh -c 'echo $$ > new; mv new pid; exec sleep 1000' & while [ ! -e pid ]; do :; done; exit 1"),
    })
    expect(await commandDriver.apply(request, never)).toMatchObject({ outcome: 'not-done' })
    expect(isAlive(readFileSync(join(request.surroundings.cwd, 'pid'), 'utf8'))).toBe(false)
  })
})

describe('a probe', () => {
  it('without a command is always unknown', async () => {
    expect(await commandDriver.probe(asked({ command: 'true' }), never)).toBe('unknown')
  })

  it('gets the same input and environment as the command', async () => {
    const request = asked({ command: 'false', probe: sh('cat > in; echo "$BAILIFF_IDEMPOTENCY_KEY" > key') })
    expect(await commandDriver.probe(request, never)).toBe('done')
    const read = (name: string): string => readFileSync(join(request.surroundings.cwd, name), 'utf8')
    expect([read('in'), read('key')]).toEqual([JSON.stringify(request.target_state), `${request.idempotency_key}\n`])
  })

  it('that is missing or stopped is unknown', async () => {
    expect(await commandDriver.probe(asked({ command: 'true', probe: './no-such' }), never)).toBe('unknown')
    expect(await commandDriver.probe(asked({ command: 'true', probe: 'sleep 1000' }), AbortSignal.abort())).toBe(
      'unknown',
    )
  })

  it.skipIf(!hasProc)(
    `first ends a command that outlived its supervisor, so that "not done" stays true${ONLY_PROC}`,
    async () => {
      const request = asked({ command: sh('true'), probe: sh('test -e effect') })
      const { cwd } = request.surroundings
      // As a supervisor leaves it that is killed: no parent waits for it, and it ignores the signals it can.
      const orphan = spawn(
        'sh',
        ['-c', "trap '' TERM HUP INT; echo ready; while [ ! -e go ]; do :; done; touch effect"],
        {
          cwd,
          env: { ...process.env, [MARK_VARIABLE]: effectMark(request) },
          detached: true,
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      )
      const other = spawn('sleep', ['1000'], {
        env: { ...process.env, [MARK_VARIABLE]: effectMark({ ...request, surroundings: { cwd: '/', env: {} } }) },
      })
      onTestFinished(() => void other.kill('SIGKILL'))
      const ended = once(orphan, 'exit')
      await once(orphan.stdout, 'data')
      expect(await commandDriver.probe(request, never)).toBe('not-done')
      writeFileSync(join(cwd, 'go'), '')
      expect(await ended).toEqual([null, 'SIGKILL'])
      expect(existsSync(join(cwd, 'effect'))).toBe(false)
      expect(isAlive(String(other.pid))).toBe(true)
    },
  )

  it.each([
    ['unseen', 'exit 0', 'done'],
    ['unseen', 'exit 1', 'unknown'],
    ['running', 'exit 0', 'unknown'],
    ['running', 'exit 1', 'unknown'],
  ] as const)('with orphans %s and %s says %s', async (hunt, probe, outcome) => {
    const driver = commandDriverWith(async () => hunt)
    const settings = { command: sh('exit 9'), probe: sh(probe) }
    expect(await driver.probe(asked(settings), never)).toBe(outcome)
    expect(await apply(settings, driver)).toMatchObject({ outcome })
  })

  it('is needed to call a failure "not done" while processes of the command run', async () => {
    const driver = commandDriverWith(async () => 'running')
    expect(await apply({ command: sh('exit 9') }, driver)).toMatchObject({
      outcome: 'unknown',
      why: 'The command exited with code 9. Processes it started are still running.',
    })
  })
})

it('names every command it may run, and previews the target state', async () => {
  const request = asked({ command: "deploy 'a b'", probe: ['check', '$x'] })
  expect(commandDriver.callsOf(request)).toEqual([
    { kind: 'command', command: "deploy 'a b'" },
    { kind: 'command', command: "check '$x'" },
  ])
  expect(await commandDriver.preview(request, never)).toEqual({ before: null, after: request.target_state })
})

it.each<[JsonObject, string]>([
  [{}, 'settings.command: must be a command line or a list of words'],
  [{ command: 1 }, 'settings.command: must be a command line or a list of words'],
  [{ command: ['a', 1] }, 'settings.command: must be a command line or a list of words'],
  [{ command: '' }, 'settings.command: the command is empty. Name a program.'],
  [{ command: [] }, 'settings.command: the command is empty. Name a program.'],
  [{ command: ['a', 'b\0c'] }, 'settings.command: a command cannot contain a NUL character. Remove it.'],
  [{ command: 'a | b' }, 'settings.command: commands run without a shell, so "|" has no effect.'],
  [{ command: 'a', probe: 'b && c' }, 'settings.probe: commands run without a shell, so "&" has no effect.'],
  [{ command: 'a', shell: true }, 'settings: Unrecognized key: "shell"'],
  [{ command: 'a', env: { A: 1 } }, 'settings.env.A: must be text'],
  [{ command: 'a', env: { A: 'a\0' } }, 'settings.env.A: must not contain a NUL character'],
  [{ command: 'a', env: { 'A=B': 'c' } }, 'settings.env.A=B: '],
  [{ command: 'a', env: { BAILIFF_IDEMPOTENCY_KEY: 'c' } }, 'settings.env.BAILIFF_IDEMPOTENCY_KEY: '],
  [{ command: 'a', env: ['A'] }, 'settings.env: must be '],
])('finds the fault of %j', (settings, fault) => expect(commandDriver.faultOf(asked(settings))).toContain(fault))

it('finds no fault in good settings', () => {
  expect(commandDriver.faultOf(asked({ command: 'a b', probe: ['c'], env: { PATH: '/bin' } }))).toBeNull()
})
