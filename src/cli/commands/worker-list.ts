import type { Command } from '../command.ts'
import { RUN_OPTIONS } from '../input/run-options.ts'

export const workerList: Command = {
  name: 'worker list',
  summary: 'list the workers in a run: status, files, sizes, task',
  usage: '--owner <owner> [--run <run>]',
  words: { min: 0, max: 0, names: '' },
  details: `A worker is a job that a lead agent started in a run. STATUS is queued, running,
success, failed, timeout, cancelled, or unavailable if its trace is gone.
Exit codes: 0 listed; 2 the evidence was altered; 1 error.`,
  example: 'bailiff worker list --owner alice',
  options: RUN_OPTIONS,
  async run(args, io) {
    // Loads the schemas of runs only if they are needed.
    const { listWorkers } = await import('../mount/workers.ts')
    return listWorkers(args, io)
  },
}
