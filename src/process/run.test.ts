import { expect, it, onTestFinished, vi } from 'vitest'
import { isAlive } from '../../test/helpers/alive.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { run } from './run.ts'

const here = { cwd: process.cwd(), env: process.env }
const node = (script: string, limits = {}) => run(process.execPath, ['-e', script], { ...here, ...limits })

it('gives exit code, standard output and standard error apart', async () => {
  const result = await node('process.stdout.write("out"); process.stderr.write("err"); process.exitCode = 3')
  expect(result).toMatchObject({ exit: 3, ended: 'exited', droppedBytes: 0 })
  expect([result.stdout.toString(), result.stderr.toString()]).toEqual(['out', 'err'])
})

it('says when a program cannot be started, and when a signal ended it', async () => {
  expect(await run('/no/such/program', [], here)).toMatchObject({ exit: null, ended: 'not-started' })
  expect(await node('process.kill(process.pid, "SIGKILL")')).toMatchObject({ exit: null, ended: 'killed' })
})

it('ends a program that takes too long, with all it started', async () => {
  const script =
    'const c = require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"]); console.log(c.pid); setInterval(() => {}, 1e6)'
  const result = await node(script, { timeoutMs: 1_000 })
  expect(result).toMatchObject({ exit: null, ended: 'timed-out' })
  await vi.waitFor(() => expect(isAlive(result.stdout.toString())).toBe(false))
})

it('kills what a program leaves running when it ends, and does not wait for it', async () => {
  const script =
    'const c = require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { stdio: "inherit" }); c.unref(); console.log(c.pid)'
  const result = await node(script)
  expect(result).toMatchObject({ exit: 0, ended: 'exited' })
  await vi.waitFor(() => expect(isAlive(result.stdout.toString())).toBe(false))
})

it('keeps output up to its limit and counts the rest', async () => {
  const result = await node('process.stdout.write("x".repeat(1000))', { maxOutputBytes: 100 })
  expect([result.stdout.length, result.droppedBytes]).toEqual([100, 900])
})

it('ends a program with all it started when it is told to', async () => {
  const controller = new AbortController()
  const ran = run('sh', ['-c', 'sleep 1000 & echo $!; wait'], { ...here, signal: controller.signal })
  controller.abort()
  const { ended, stdout } = await ran
  expect(ended).toBe('killed')
  await vi.waitFor(() => expect(stdout.length > 0 && isAlive(stdout.toString())).toBe(false))
})

it('does not wait for what left its group and keeps the pipes open', async () => {
  const leaves =
    "setsid sh -c 'echo $$ > new; mv new pid; exec sleep 1000' & while [ ! -e pid ]; do :; done; cat pid; exit 5"
  const result = await run('sh', ['-c', leaves], { ...here, cwd: tempDir() })
  onTestFinished(() => void process.kill(Number(result.stdout)))
  expect(result).toMatchObject({ exit: 5, ended: 'exited' })
  expect(isAlive(result.stdout.toString())).toBe(true)
})
