import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { isAlive } from '../../../test/helpers/alive.ts'
import { taskOf } from '../../../test/helpers/tasks.ts'
import { tempDir } from '../../../test/helpers/temp.ts'
import { shellEnvironment } from './shell.ts'

const NODE = JSON.stringify(process.execPath)

const TASK = taskOf(`version: 1
actions:
  write: { writes: deep/artifact.txt }
  node: { runs: [${NODE}, -e, 'console.log("out"); console.error("err"); process.exitCode = 3'] }
  absent: { runs: ./no-such-program }
  hang: { runs: [${NODE}, -e, 'console.log(require("child_process").spawn("sleep", ["1000"]).pid); setInterval(() => {}, 1e6)'] }
  flood: { runs: [${NODE}, -e, 'process.stdout.write("x".repeat(1 << 20))'] }
  shell: { runs: any }
  think: {}
limits: { command_seconds: 1, output_kb: 64 }
`)

const unstopped = new AbortController().signal

function workspace() {
  const cwd = tempDir()
  const environment = shellEnvironment(TASK, { cwd, env: process.env })
  const perform = (type: string, payload = {}, signal = unstopped) => environment.perform({ type, payload }, signal)
  return { cwd, environment, perform }
}

describe('writing', () => {
  it('writes the whole file atomically, and leaves no temporary file', async () => {
    const { cwd, perform } = workspace()
    expect(await perform('write', { content: 'one' })).toMatchObject({ success: true, wrote: true, exit: null })
    expect(await perform('write', { content: 'two' })).toMatchObject({ success: true })
    expect(readFileSync(join(cwd, 'deep/artifact.txt'), 'utf8')).toBe('two')
    expect(readdirSync(join(cwd, 'deep'))).toEqual(['artifact.txt'])
  })

  it('an empty file does not count as written', async () => {
    expect(await workspace().perform('write', { content: '' })).toMatchObject({ success: true, wrote: false })
  })

  it('replaces a symlink instead of following it', async () => {
    const { cwd, perform } = workspace()
    const outside = join(tempDir(), 'outside.txt')
    writeFileSync(outside, 'mine')
    mkdirSync(join(cwd, 'deep'))
    symlinkSync(outside, join(cwd, 'deep/artifact.txt'))
    await perform('write', { content: 'theirs' })
    expect(readFileSync(outside, 'utf8')).toBe('mine')
    expect(lstatSync(join(cwd, 'deep/artifact.txt')).isFile()).toBe(true)
  })

  it('that fails is a failure with a reason, not an error', async () => {
    const { cwd, perform } = workspace()
    writeFileSync(join(cwd, 'deep'), 'in the way')
    const failed = await perform('write', { content: 'x' })
    expect(failed).toMatchObject({ success: false, wrote: false })
    expect(Buffer.from(failed?.stderr ?? []).toString()).toMatch(/EEXIST|ENOTDIR/)
  })
})

describe('running', () => {
  it('returns the exit code, and both outputs separately', async () => {
    const ran = await workspace().perform('node')
    expect(ran).toMatchObject({ success: false, exit: 3, wrote: false })
    expect([String(ran?.stdout), String(ran?.stderr)]).toEqual(['out\n', 'err\n'])
  })

  it('returns what the shell returns for a shell line of the agent', async () => {
    const { perform } = workspace()
    expect(await perform('shell', { command: 'echo a | tr a b; exit 4' })).toMatchObject({
      exit: 4,
      command: 'echo a | tr a b; exit 4',
    })
    expect(await perform('shell', { command: 'no-such-program-here' })).toMatchObject({ exit: 127, success: false })
  })

  it('returns the same exit code as a shell for a missing program', async () => {
    expect(await workspace().perform('absent')).toMatchObject({ success: false, exit: 127 })
  })

  it('is killed with all its children when it times out', async () => {
    const ran = await workspace().perform('hang')
    expect(ran).toMatchObject({ success: false, exit: null })
    expect(String(ran?.stderr)).toContain('(timed out)')
    await vi.waitFor(() => expect(isAlive(String(ran?.stdout))).toBe(false))
  })

  it('is killed with all its children when the signal aborts', async () => {
    const { cwd, perform } = workspace()
    const person = new AbortController()
    const command = 'sleep 1000 & echo $! > pid; mv pid started; wait'
    const running = perform('shell', { command }, person.signal)
    await vi.waitFor(() => expect(existsSync(join(cwd, 'started'))).toBe(true), { timeout: 60_000, interval: 10 })
    person.abort()
    expect(await running).toMatchObject({ success: false, exit: null })
    await vi.waitFor(() => expect(isAlive(readFileSync(join(cwd, 'started'), 'utf8'))).toBe(false))
  })

  it('is killed at once if the signal has already aborted', async () => {
    expect(await workspace().perform('hang', {}, AbortSignal.abort())).toMatchObject({ success: false, exit: null })
  })

  it('keeps output up to its limit, and says how much it dropped', async () => {
    const ran = await workspace().perform('flood')
    expect([ran?.stdout.length, ran?.droppedBytes]).toEqual([64 << 10, (1 << 20) - (64 << 10)])
  })

  it('an action without a command has no result, so it proves nothing', async () => {
    expect(await workspace().perform('think')).toBeNull()
  })
})

describe('asking', () => {
  const ask = (...command: string[]) => workspace().environment.ask(command, unstopped)

  it('returns exit code and standard output', async () => {
    expect(await ask('sh', '-c', 'echo false; echo noise >&2; exit 2')).toEqual({ exit: 2, output: 'false\n' })
  })

  it('returns 127 for a missing program, and no exit code after a signal', async () => {
    expect(await ask('./no-such-probe')).toEqual({ exit: 127, output: '' })
    expect(await ask('sh', '-c', 'kill -9 $$')).toEqual({ exit: null, output: '' })
  })

  it('returns no output if it was truncated', async () => {
    expect(await ask('sh', '-c', 'yes | head -c 100000')).toMatchObject({ output: null })
  })
})
