import type { Command } from '../command.ts'
import { RUN_OPTIONS } from '../input/run-options.ts'

export const workerFile: Command = {
  name: 'worker file',
  summary: 'print a file that a worker left, or a range of its bytes',
  usage: '<job> <name> --owner <owner> [--run <run>] [options]',
  words: { min: 2, max: 2, names: '<job> <name>' },
  details: `<name> is a file that "bailiff worker show" lists, such as result.txt. The bytes
are written as they were recorded; at a terminal, control characters are
escaped. A terminal and --json get at most 8 MiB. In JSON, "end" says how far
the text goes, and "text" is null if the file is binary.
Exit codes: 0 printed; 2 the evidence was altered; 1 error.`,
  example: 'bailiff worker file 1 tool_calls/001_command.txt --owner alice --end 2000',
  options: {
    ...RUN_OPTIONS,
    start: { value: '<n>', help: 'the first byte; default: 0' },
    end: { value: '<n>', help: 'the byte after the last one; default: the end of the file' },
  },
  async run(args, io) {
    // Loads the schemas of runs only if they are needed.
    const { writeWorkerFile } = await import('../mount/workers.ts')
    return writeWorkerFile(args, io)
  },
}
