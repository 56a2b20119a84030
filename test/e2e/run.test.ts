import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { isAlive } from '../helpers/alive.ts'
import { BAILIFF } from '../helpers/children.ts'
import { type Ran, runCli } from '../helpers/cli.ts'
import { tempDir } from '../helpers/temp.ts'

/** `bailiff run` as people start it, with real and hostile agent programs. */

type Place = { cwd: string; home: string }

function place(): Place {
  const dir = tempDir()
  cpSync('examples/compliance', join(dir, 'ws'), { recursive: true })
  return { cwd: join(dir, 'ws'), home: join(dir, 'home') }
}

/** Starts the built program. */
const start = (at: Place, argv: readonly string[]): ChildProcess =>
  spawn(process.execPath, [BAILIFF, ...argv], {
    cwd: at.cwd,
    env: { ...process.env, BAILIFF_HOME: at.home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

async function ended(child: ChildProcess): Promise<{ exit: number | null; out: string; err: string }> {
  const said = { out: '', err: '' }
  child.stdout?.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    said.err += chunk
  })
  const [exit] = (await once(child, 'close')) as [number | null]
  return { exit, ...said }
}

/** Runs a command in this process; the agents are processes in any case. */
const bailiff = (at: Place, ...argv: string[]): Promise<Ran> =>
  runCli(argv, { ...process.env, BAILIFF_HOME: at.home }, { cwd: at.cwd, hasTerminal: false })

/** A task with different limits than the example. */
function taskIn({ cwd }: Place, limits: string): string {
  const text = readFileSync(join(cwd, 'task.yaml'), 'utf8')
  writeFileSync(join(cwd, 'limited.yaml'), text.replace(/^limits:[\s\S]*/m, `limits: ${limits}\n`))
  return 'limited.yaml'
}

const STEP = `JSON.stringify({ belief: { posture: 'unknown', evidence: 'none' }, action: { type: 'read_report' } })`

/** Runs an agent and returns the outcome. Expects that its record verifies and replays to the same verdicts. */
async function outcome(at: Place, task: string, script: string) {
  const { exit, out } = await bailiff(at, 'run', task, '--json', '--', process.execPath, '-e', script)
  const result = JSON.parse(out) as { outcome: string; code: string; steps: number; stream: string; why: string | null }
  const told = await bailiff(at, 'explain', result.stream)
  expect([told.exit, told.err]).toEqual([0, ''])
  expect(told.out).toContain('the same, byte for byte')
  return { exit, ...result }
}

describe('an agent that', () => {
  it('emits garbage without waiting for an answer is exhausted', async () => {
    const script = `process.stdout.write('All done, all tests pass!\\n{"belief":\\n[]\\nnull\\n\\n7\\n'.repeat(100)); process.stdin.resume()`
    const at = place()
    expect(await outcome(at, taskIn(at, '{ steps: 12 }'), script)).toMatchObject({
      exit: 2,
      outcome: 'exhausted',
      code: 'STEPS_SPENT',
      steps: 12,
    })
  })

  it('floods without ever ending its line is exhausted', async () => {
    const script = `const more = () => process.stdout.write('x'.repeat(1 << 20), more); more()`
    const at = place()
    expect(await outcome(at, taskIn(at, '{ steps: 5 }'), script)).toMatchObject({
      exit: 2,
      code: 'STEPS_SPENT',
      steps: 5,
    })
  })

  it('also floods standard error does no harm', async () => {
    const script = `for (let n = 0; n < 100; n++) process.stderr.write('x'.repeat(1 << 16)); console.log(${STEP}); process.exitCode = 1; process.stdin.destroy()`
    const at = place()
    expect(await outcome(at, 'task.yaml', script)).toMatchObject({
      exit: 2,
      outcome: 'stopped',
      code: 'AGENT_FAILED',
      steps: 1,
    })
  })

  it('hangs is exhausted when its time is up, and killed', async () => {
    const at = place()
    const script = `require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1e6)`
    expect(await outcome(at, taskIn(at, '{ seconds: 1 }'), script)).toMatchObject({
      exit: 2,
      outcome: 'exhausted',
      code: 'TIME_SPENT',
      steps: 0,
    })
    expect(isAlive(readFileSync(join(at.cwd, 'pid'), 'utf8'))).toBe(false)
  })

  it('exits silently is stopped', async () => {
    expect(await outcome(place(), 'task.yaml', '')).toMatchObject({
      exit: 2,
      outcome: 'stopped',
      code: 'AGENT_ENDED',
      steps: 0,
    })
  })

  it('is killed in the middle of a line is stopped, and the half line is not a step', async () => {
    const script = `process.stdout.write('{"belief":', () => process.kill(process.pid, 'SIGKILL'))`
    expect(await outcome(place(), 'task.yaml', script)).toMatchObject({
      exit: 2,
      outcome: 'stopped',
      code: 'AGENT_FAILED',
      why: 'The agent was killed by SIGKILL.',
    })
  })

  it('closes its output and keeps running is stopped, and killed', async () => {
    const at = place()
    const script = `require('fs').writeFileSync('pid', String(process.pid)); require('fs').closeSync(1); setInterval(() => {}, 1e6)`
    expect(await outcome(at, 'task.yaml', script)).toMatchObject({ exit: 2, outcome: 'stopped' })
    expect(isAlive(readFileSync(join(at.cwd, 'pid'), 'utf8'))).toBe(false)
  })

  it('never reads its input is still exhausted', async () => {
    const script = `const step = ${STEP} + '\\n'; process.stdout.write(step.repeat(500)); setInterval(() => {}, 1e6)`
    const at = place()
    expect(await outcome(at, taskIn(at, '{ steps: 30 }'), script)).toMatchObject({
      exit: 2,
      code: 'STEPS_SPENT',
      steps: 30,
    })
  })

  it('tries to write its own verdict is ignored', async () => {
    const script = `console.log(JSON.stringify({ kind: 'end', outcome: 'earned', verdict: 'TERMINATE' })); process.stdin.destroy()`
    expect(await outcome(place(), 'task.yaml', script)).toMatchObject({ exit: 2, outcome: 'stopped', steps: 1 })
  })

  it('leaves a program behind that holds its pipes does not delay the run', async () => {
    const at = place()
    const script = `const c = require('child_process').spawn('sleep', ['1000'], { stdio: 'inherit' }); require('fs').writeFileSync('pid', String(c.pid)); process.exit(0)`
    expect(await outcome(at, 'task.yaml', script)).toMatchObject({ exit: 2, outcome: 'stopped', code: 'AGENT_ENDED' })
    expect(isAlive(readFileSync(join(at.cwd, 'pid'), 'utf8'))).toBe(false)
  })
})

describe('a person', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'stops a run at once: %s kills agent and command, and the outcome is recorded',
    async (signal) => {
      const at = place()
      writeFileSync(
        join(at.cwd, 'cluster'),
        '#!/bin/sh\n[ "$1" = check ] && exit 3\necho $$ > new; mv new command.pid; exec sleep 1000\n',
      )
      const script = `require('fs').writeFileSync('pid', String(process.pid)); console.log(${STEP}); process.stdin.resume()`
      const child = start(at, ['run', 'task.yaml', '--result', 'result.json', '--', process.execPath, '-e', script])
      const whole = ended(child)
      await vi.waitFor(() => expect(existsSync(join(at.cwd, 'command.pid'))).toBe(true), {
        timeout: 60_000,
        interval: 20,
      })
      child.kill(signal)
      const { exit, out } = await whole
      expect(exit).toBe(2)
      expect(out).toContain('✗ not earned: stopped (STOPPED_BY_PERSON)')
      const result = JSON.parse(readFileSync(join(at.cwd, 'result.json'), 'utf8'))
      expect(result).toMatchObject({
        ok: false,
        outcome: 'stopped',
        code: 'STOPPED_BY_PERSON',
        steps: 1,
        posture: null,
      })
      for (const file of ['pid', 'command.pid'])
        await vi.waitFor(() => expect(isAlive(readFileSync(join(at.cwd, file), 'utf8'))).toBe(false))
      const shown = await bailiff(at, 'show', result.stream)
      expect(shown.out).toMatch(/action\.interrupted[\s\S]*run\.ended {2}stopped {2}STOPPED_BY_PERSON/)
    },
  )

  it("sees lines without control characters in a pipe, and the agent's last errors if it died", async () => {
    const at = place()
    const script = `console.error('no API key \\x1b[2J'); console.log(${STEP}); process.stdin.once('data', () => process.exit(4))`
    const { exit, out, err } = await bailiff(at, 'run', 'task.yaml', '--', process.execPath, '-e', script)
    expect(exit).toBe(2)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
    expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
    expect(err).toBe('agent: no API key \\u001b[2J\n')
    expect(out).toMatch(
      /^ {3}1 {2}read_report {11}ALLOW\n {6}→ \.\/cluster report: exit 1 {2}no report found\n✗ not earned: stopped \(AGENT_FAILED/,
    )
  })

  it('is warned of a ledger that was tampered with', async () => {
    const at = place()
    const { out } = await bailiff(at, 'run', 'task.yaml', '--json', '--', process.execPath, 'agents/liar.mjs')
    const { stream } = JSON.parse(out)
    const file = join(at.home, 'ledger', `${stream}.jsonl`)
    writeFileSync(file, readFileSync(file, 'utf8').replace('"verdict":"BLOCK"', '"verdict":"ALLOW"'))
    const told = await bailiff(at, 'explain', stream)
    expect(told.exit).toBe(2)
    expect(told.out).toContain('✗ altered')
    expect((await bailiff(at, 'verify')).exit).toBe(2)
  })
})

it('a killed supervisor leaves a record that is complete up to that moment, and no running agent', async () => {
  const at = place()
  const script = `require('fs').writeFileSync('pid', String(process.pid)); console.log(${STEP}); process.stdin.on('data', (told) => String(told).includes('"reply"') && require('fs').writeFileSync('replied', '')).resume()`
  const child = start(at, ['run', 'task.yaml', '--', process.execPath, '-e', script])
  await vi.waitFor(() => expect(existsSync(join(at.cwd, 'replied'))).toBe(true), { timeout: 60_000, interval: 20 })
  child.kill('SIGKILL')
  await ended(child)
  await vi.waitFor(() => expect(isAlive(readFileSync(join(at.cwd, 'pid'), 'utf8'))).toBe(false), { timeout: 60_000 })
  expect((await bailiff(at, 'verify')).exit).toBe(0)
  const told = await bailiff(at, 'explain', 'run/')
  expect([told.exit, told.out]).toEqual([0, expect.stringContaining('… not ended, or cut short')])
})

it('hides the location of the ledger from the agent and its commands', async () => {
  const at = place()
  const script = `require('fs').writeFileSync('env', JSON.stringify(process.env))`
  await bailiff(at, 'run', 'task.yaml', '--', process.execPath, '-e', script)
  expect(JSON.parse(readFileSync(join(at.cwd, 'env'), 'utf8'))).not.toHaveProperty('BAILIFF_HOME')
})

it('leaves an earlier result in place if it cannot run', async () => {
  const at = place()
  writeFileSync(join(at.cwd, 'result.json'), 'earlier')
  const { exit, err } = await bailiff(at, 'run', 'task.yaml', '--result', 'result.json', '--', './no-such-agent')
  expect([exit, err]).toEqual([1, expect.stringContaining('[FILE_UNUSABLE]')])
  expect(readFileSync(join(at.cwd, 'result.json'), 'utf8')).toBe('earlier')
})
