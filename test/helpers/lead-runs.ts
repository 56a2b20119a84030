import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { type Run, startRun } from '../../src/mount/drivers/run.ts'
import { startThread, type Thread } from '../../src/mount/drivers/thread.ts'
import { type Ran, runCli } from './cli.ts'
import { withStore } from './ledger.ts'
import { tempDir } from './temp.ts'

/** A ledger with runs of leads, and the command line on it. */
export type Leading = {
  dir: string
  /** Starts a run for an owner, lets `act` use it, and closes the ledger. */
  run(owner: string, act?: (run: Run, thread: Thread) => Promise<void>): Promise<{ run: string; thread: string }>
  cli(...argv: string[]): Promise<Ran>
}

export async function leading(dir = tempDir()): Promise<Leading> {
  await openFileStore(dir).close()
  return {
    dir,
    run: (owner, act) =>
      withStore(
        dir,
        async (store) => {
          const thread = await startThread(store, { owner })
          const run = await startRun(store, { owner, thread })
          await act?.(run, thread)
          await run.wait()
          return { run: run.stream, thread: thread.stream }
        },
        {},
      ),
    cli: (...argv) => runCli([...argv, '--home', dir]),
  }
}

/** Starts a worker with one tool call, and waits for it. */
export const spawnCall = async (run: Run, task: string, output: string, how: 'success' | 'failed' = 'success') => {
  const job = await run.spawn(task, async (worker) => {
    const call = await worker.call('ssh_exec', { command: 'df -h' })
    await call.end(how, output, how === 'success' ? 0 : 1)
    if (how === 'failed') throw new Error('exit code 1')
    return ''
  })
  await run.wait(job)
  return job
}
