import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isAlive } from '../../../test/helpers/alive.ts'
import { tempDir } from '../../../test/helpers/temp.ts'
import { openFileStore } from '../../ledger/stores/files/files.ts'
import { commandWork } from './command.ts'
import { startRun } from './run.ts'

async function opened() {
  const cwd = tempDir()
  const ledger = openFileStore(tempDir())
  onTestFinished(() => ledger.close())
  const run = await startRun(ledger, { owner: 'alice' })
  const start = (command: string, input?: string): Promise<number> =>
    run.spawn('Work', commandWork(command, { cwd, env: process.env }, input))
  return { run, cwd, start }
}

/** Waits until a mount contains a text. */
async function mounted(run: Awaited<ReturnType<typeof startRun>>, text: string): Promise<string> {
  for (;;) {
    const block = (await run.render()).text
    if (block.includes(text)) return block
    await sleep(10)
  }
}

describe('a worker that is a command', () => {
  it('shows its output while it still runs', async () => {
    const { run, start, cwd } = await opened()
    await start('echo begun; while ! test -e go; do sleep 0.05; done; echo ended >&2')
    expect(await mounted(run, 'begun')).toContain('[RUNNING] tool_calls/001_command.txt')
    writeFileSync(join(cwd, 'go'), '')
    await run.wait()
    expect((await run.render()).text).toContain('begun\nended')
  })

  it('fails with its exit code, and its output is marked', async () => {
    const { run, start } = await opened()
    await start('echo "no route to host"; exit 3')
    await run.wait()
    const { text } = await run.render()
    expect(text).toMatch(/Worker 1 .*: failed, exit code 3/)
    expect(text).toMatch(/--- \[FAILED\] tool_calls\/001_command\.txt .*---\nno route to host/)
  })

  it('gets its task as standard input', async () => {
    const { run, start } = await opened()
    await start('cat', 'the task\n')
    await run.wait()
    expect((await run.render()).text).toContain('the task')
  })

  it('is killed with everything it started when it is cancelled', async () => {
    const { run, start, cwd } = await opened()
    const job = await start('sleep 600 & echo $! > pid; echo up; wait')
    await mounted(run, 'up')
    expect(await run.cancel(job)).toBe(true)
    const pid = readFileSync(join(cwd, 'pid'), 'utf8')
    while (isAlive(pid)) await sleep(10)
    expect((await run.evidence.snapshot()).workers[0]?.status).toBe('cancelled')
  })

  it('keeps every byte of a long output', async () => {
    const { run, start, cwd } = await opened()
    await start('i=0; while [ $i -lt 40000 ]; do echo "line $i of a long output"; i=$((i+1)); done; touch done')
    await run.wait()
    expect(existsSync(join(cwd, 'done'))).toBe(true)
    const [file] = (await run.evidence.snapshot()).workers[0]?.files ?? []
    const expected = Array.from({ length: 40_000 }, (_, i) => `line ${i} of a long output\n`.length)
    expect(file?.bytes).toBe(expected.reduce((sum, bytes) => sum + bytes, 0))
    expect((await run.render({ bytes: 4_000 })).text).toContain('line 39999 of a long output')
  })
})
