import type { Command } from '../command.ts'
import { RUN_OPTIONS } from '../input/run-options.ts'

export const workerGrep: Command = {
  name: 'worker grep',
  summary: 'find text in the files of all workers in a run',
  usage: '<text> --owner <owner> [--run <run>]',
  words: { min: 1, max: 1, names: '<text>' },
  details: `The search is literal and ignores case. It lists at most 50 matches, searches at
most 256 MiB, and says if it reached a limit.
Exit codes: 0 searched; 2 the evidence was altered; 1 error.`,
  example: 'bailiff worker grep "no space left" --owner alice',
  options: RUN_OPTIONS,
  async run(args, io) {
    // Loads the schemas of runs only if they are needed.
    const { grepFiles } = await import('../mount/workers.ts')
    return grepFiles(args, io)
  },
}
