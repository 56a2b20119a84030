import type { Command } from '../command.ts'
import { RUN_OPTIONS } from '../input/run-options.ts'

export const workerGrep: Command = {
  name: 'worker grep',
  summary: 'find a text in all files of all workers of a run',
  usage: '<text> --owner <owner> [--run <run>]',
  words: { min: 1, max: 1, names: '<text>' },
  details: `The text is taken literally; upper and lower case are the same. At most 50
matches are listed and 256 MiB searched; if a limit was reached, it says so.
Exit codes: 0 searched; 2 the evidence is not as it was written; 1 error.`,
  example: 'bailiff worker grep "no space left" --owner alice',
  options: RUN_OPTIONS,
  async run(args, io) {
    // Loads the schemas of runs only if they are needed.
    const { grepFiles } = await import('../mount/workers.ts')
    return grepFiles(args, io)
  },
}
