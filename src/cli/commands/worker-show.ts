import type { Command } from '../command.ts'
import { RUN_OPTIONS } from '../input/run-options.ts'

export const workerShow: Command = {
  name: 'worker show',
  summary: 'show a worker: its task, how it ended, its tool calls',
  usage: '<job> --owner <owner> [--run <run>]',
  words: { min: 1, max: 1, names: '<job>' },
  details: `<job> is a number that "bailiff worker list" shows.
Exit codes: 0 shown; 2 the evidence was altered; 1 error.`,
  example: 'bailiff worker show 1 --owner alice',
  options: RUN_OPTIONS,
  async run(args, io) {
    // Loads the schemas of runs only if they are needed.
    const { showWorker } = await import('../mount/workers.ts')
    return showWorker(args, io)
  },
}
