import { expect, it, onTestFinished, vi } from 'vitest'
import { isAlive } from '../../test/helpers/alive.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { run } from './run.ts'

const here = { cwd: process.cwd(), env: process.env }
const node = (script: string, limits = {}) => run(process.execPath, ['-e', script], { ...here, ...limits })

it('returns exit code, standard output and standard error separately', async () => {
  const result = await node('process.stdout.write("out"); process.stderr.write("err"); process.exitCode = 3')
  expect(result).toMatchObject({ exit: 3, ended: 'exited', droppedBytes: 0 })
  expect([result.stdout.toString(), result.stderr.toString()]).toEqual(['out', 'err'])
})

it('reports when a program cannot be started, and when a signal ended it', async () => {
  expect(await run('/no/such/program', [], here)).toMatchObject({ exit: null, ended: 'not-started' })
  expect(await node('process.kill(process.pid, "SIGKILL")')).toMatchObject({ exit: null, ended: 'killed' })
})

it('kills a program after its time limit, with everything it started', async () => {
  const script =
    'const c = require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"]); console.log(c.pid); setInterval(() => {}, 1e6)'
  const result = await node(script, { timeoutMs: 1_000 })
  expect(result).toMatchObject({ exit: null, ended: 'timed-out' })
  await vi.waitFor(() => expect(isAlive(result.stdout.toString())).toBe(false))
})

it('kills processes that a program leaves running, and does not wait for them', async () => {
  const script =
    'const c = require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { stdio: "inherit" }); c.unref(); console.log(c.pid)'
  const result = await node(script)
  expect(result).toMatchObject({ exit: 0, ended: 'exited' })
  await vi.waitFor(() => expect(isAlive(result.stdout.toString())).toBe(false))
})

const leaving = (stdio: string): string =>
  `const c = require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { detached: true, stdio: ${stdio} }); c.unref(); console.log(c.pid)`

it('does not wait for a process that left the group and holds the output', async () => {
  const result = await node(leaving('["ignore", 1, 2]'), { timeoutMs: 600_000 })
  const pid = Number(result.stdout.toString())
  expect(result).toMatchObject({ exit: 0, ended: 'exited' })
  expect(isAlive(String(pid))).toBe(true)
  process.kill(pid, 'SIGKILL')
})

it.each(['["ignore", 1, 2]', '"ignore"'])(
  'kills a process that left the group, if survivors are hunted (%s)',
  async (stdio) => {
    const result = await node(leaving(stdio), { survivors: 'hunted', timeoutMs: 600_000 })
    expect(result).toMatchObject({ exit: 0, ended: 'exited' })
    await vi.waitFor(() => expect(isAlive(result.stdout.toString())).toBe(false))
  },
)

it('keeps the beginning and end of output up to the limit and counts the rest', async () => {
  const script = 'process.stdout.write("begin"); process.stdout.write("x".repeat(1e6)); process.stdout.write("end")'
  const result = await node(script, { maxOutputBytes: 100 })
  expect([result.stdout.length, result.droppedBytes]).toEqual([100, 1e6 + 8 - 100])
  expect(result.stdout.toString()).toMatch(/^beginx+end$/)
})

it('is not fooled by a child that kills its own group, or closes its output and continues', async () => {
  expect(await node('process.kill(-process.pid, "SIGKILL")')).toMatchObject({ exit: null, ended: 'killed' })
  const script = 'require("fs").closeSync(1); require("fs").closeSync(2); setInterval(() => {}, 1e6)'
  expect(await node(script, { timeoutMs: 1_000 })).toMatchObject({ exit: null, ended: 'timed-out' })
})

it('passes input to a program, and accepts a program that reads nothing', async () => {
  const read = await node('process.stdin.pipe(process.stdout)', { input: 'given' })
  expect(read.stdout.toString()).toBe('given')
  expect(await node('process.exit(4)', { input: 'x'.repeat(1 << 20) })).toMatchObject({ exit: 4, ended: 'exited' })
})

it('kills a program with everything it started when aborted', async () => {
  const controller = new AbortController()
  const ran = run('sh', ['-c', 'sleep 1000 & echo $!; wait'], { ...here, signal: controller.signal })
  controller.abort()
  const { ended, stdout } = await ran
  expect(ended).toBe('killed')
  await vi.waitFor(() => expect(stdout.length > 0 && isAlive(stdout.toString())).toBe(false))
})

it('does not wait for a process that left its group and keeps the pipes open', async () => {
  const leaves =
    "setsid sh -c 'echo $$ > new; mv new pid; exec sleep 1000' & while [ ! -e pid ]; do :; done; cat pid; exit 5"
  const result = await run('sh', ['-c', leaves], { ...here, cwd: tempDir() })
  onTestFinished(() => void process.kill(Number(result.stdout)))
  expect(result).toMatchObject({ exit: 5, ended: 'exited' })
  expect(isAlive(result.stdout.toString())).toBe(true)
})
