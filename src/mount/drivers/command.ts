import { FOR_AGENT } from '../../process/environment.ts'
import { run } from '../../process/run.ts'
import type { Work } from './pool.ts'

export type CommandWorkspace = { cwd: string; env: NodeJS.ProcessEnv }

/** A backstop: the worker's own time limit stops the program first. */
const MAX_COMMAND_MS = 24 * 3600_000
/** All output goes to the trace; only this much is kept in memory. */
const HELD_BYTES = 1 << 10

/**
 * Work that runs a command line and records its output as it arrives. `input` is its standard input. An exit code other
 * than 0 is a failure.
 */
export const commandWork =
  (command: string, { cwd, env }: CommandWorkspace, input?: string): Work =>
  async (worker, signal) => {
    const call = await worker.call('command', { command })
    const { exit, ended } = await run('sh', ['-c', command], {
      cwd,
      env: { ...env, ...FOR_AGENT },
      timeoutMs: MAX_COMMAND_MS,
      maxOutputBytes: HELD_BYTES,
      survivors: 'hunted',
      signal,
      watch: (chunk) => call.write(chunk),
      ...(input !== undefined && { input }),
    })
    if (signal.aborted) return call.end('cancelled', '', exit)
    await call.end(exit === 0 ? 'success' : 'failed', '', exit)
    if (exit !== 0) throw new Error(ended === 'exited' ? `exit code ${exit}` : `the command was ${ended}`)
  }
