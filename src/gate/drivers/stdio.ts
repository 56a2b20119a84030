import { talk } from '../../process/talk.ts'
import type { Agent, Farewell } from '../environment.ts'
import { MAX_STEP_BYTES } from '../step.ts'
import type { Workspace } from './shell.ts'

/** An agent program: it reads and writes one line of JSON per message. */
export type ProgramAgent = {
  next: Agent
  /**
   * Sends the farewell, if there is one, and kills the agent with all its child processes. Returns the end of its standard
   * error.
   */
  leave(farewell: Farewell | null): Promise<string>
}

/** Starts an agent program. Rejects if it cannot be started. */
export async function startAgent(command: readonly string[], { cwd, env }: Workspace): Promise<ProgramAgent> {
  const [program = '', ...args] = command
  const child = await talk(program, args, { cwd, env, maxLineBytes: MAX_STEP_BYTES })
  const hear = async (): Promise<unknown> => {
    const line = await child.hear()
    if (line !== null) return line.kind === 'line' ? parseLine(line.text) : TOO_LONG
    // The agent closed its output, so the run is over for it.
    const { exit, signal } = await child.end(null)
    if (exit !== 0)
      throw new Error(signal === null ? `The agent exited with code ${exit}.` : `The agent was killed by ${signal}.`)
    return null
  }
  return {
    next(told) {
      child.say(JSON.stringify(told))
      return hear()
    },
    async leave(farewell) {
      // When a person stops the run, it ends immediately, without a grace period.
      const isAtOnce = farewell === null || farewell.code === 'STOPPED_BY_PERSON'
      await child.end(isAtOnce ? null : { line: JSON.stringify(farewell), graceMs: GRACE_MS })
      return child.complaints()
    },
  }
}

/** The time an agent has to exit by itself after the farewell. */
const GRACE_MS = 1000

/** Stands for a line that is too long. It is not a step, so the agent gets INVALID_FORMAT, as for invalid JSON. */
const TOO_LONG = 'a line that is too long'

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line) ?? 'null'
  } catch {
    return 'not JSON'
  }
}
