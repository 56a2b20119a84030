import { createRequire } from 'node:module'
import { expect, it, vi } from 'vitest'
import { runSync as run } from './run-sync.ts'

// The built hook is a CommonJS program.
vi.stubGlobal('require', createRequire(import.meta.url))

const here = { cwd: process.cwd(), env: process.env, timeoutMs: 60_000, maxOutputBytes: 1 << 20 }
const node = (script: string, limits = {}) => run(process.execPath, ['-e', script], { ...here, ...limits })

it('returns exit code, standard output and standard error separately', async () => {
  const result = await node('process.stdout.write("out"); process.stderr.write("err"); process.exitCode = 3')
  expect(result).toMatchObject({ exit: 3, ended: 'exited', droppedBytes: 0 })
  expect([result.stdout.toString(), result.stderr.toString()]).toEqual(['out', 'err'])
})

it('reports when a program cannot be started, and when a signal ended it', async () => {
  const none = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) }
  expect(await run('/no/such/program', [], here)).toMatchObject({ exit: null, ended: 'not-started', ...none })
  expect(await node('process.kill(process.pid, "SIGKILL")')).toMatchObject({ exit: null, ended: 'killed' })
})

it('gives the program an empty standard input', async () => {
  const result = await node('process.stdout.write(String(require("fs").readFileSync(0).length))')
  expect(result).toMatchObject({ exit: 0, stdout: Buffer.from('0') })
})

it('kills a program after its time limit', async () => {
  const result = await node('process.stdout.write("begun"); setInterval(() => {}, 1e6)', { timeoutMs: 500 })
  expect(result).toMatchObject({ exit: null, ended: 'timed-out' })
})

it('does not wait past the time limit for a process that holds the output', async () => {
  const script =
    'const c = require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { detached: true, stdio: ["ignore", 1, 2] }); c.unref(); process.stderr.write(String(c.pid))'
  const result = await node(script, { timeoutMs: 2_000 })
  expect(result.ended).toBe('timed-out')
  process.kill(Number(result.stderr.toString()), 'SIGKILL')
})

it('kills a program that exceeds its output limit, and does not report it as exited', async () => {
  const result = await node('process.stdout.write("x".repeat(1e6))', { maxOutputBytes: 100 })
  expect(result.ended).toBe('killed')
  expect(result.stdout.length).toBeLessThan(1e6)
})
