import { talk } from '../../process/talk.ts'
import type { Agent, Farewell } from '../environment.ts'
import { MAX_STEP_BYTES } from '../step.ts'
import type { Workspace } from './shell.ts'

/** An agent that is a program: a line of JSON in, a line of JSON out. */
export type ProgramAgent = {
  next: Agent
  /**
   * Tells it how the run ended, where it did, and ends it with all that it started. Returns the end of what it wrote to
   * standard error.
   */
  leave(farewell: Farewell | null): Promise<string>
}

/** Starts an agent program; rejects where it cannot be started. */
export async function startAgent(command: readonly string[], { cwd, env }: Workspace): Promise<ProgramAgent> {
  const [program = '', ...args] = command
  const child = await talk(program, args, { cwd, env, maxLineBytes: MAX_STEP_BYTES })
  const hear = async (): Promise<unknown> => {
    const line = await child.hear()
    if (line !== null) return line.kind === 'line' ? parseLine(line.text) : TOO_LONG
    // Whoever says no more has nothing left to do here.
    const { exit, signal } = await child.end(null)
    if (exit !== 0)
      throw new Error(signal === null ? `The agent ended with exit code ${exit}.` : `${signal} ended the agent.`)
    return null
  }
  return {
    next(told) {
      child.say(JSON.stringify(told))
      return hear()
    },
    async leave(farewell) {
      // A person's stop is at once.
      const isAtOnce = farewell === null || farewell.code === 'STOPPED_BY_PERSON'
      await child.end(isAtOnce ? null : { line: JSON.stringify(farewell), graceMs: GRACE_MS })
      return child.complaints()
    },
  }
}

/** So long an agent has to go by itself, once it was told that the run is over. */
const GRACE_MS = 1000

/** Neither is a step, and both are told so. */
const TOO_LONG = 'a line that is too long'

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line) ?? 'null'
  } catch {
    return 'no JSON'
  }
}
