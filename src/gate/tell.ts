import type { AgentMessage, Farewell, Performed, ShownResult } from './environment.ts'
import { GATE_MESSAGES } from './messages.ts'
import { summaryOf } from './observation.ts'
import type { RunResult } from './result.ts'
import type { RunState } from './state.ts'
import { needsOf } from './step.ts'
import { OWN_ACTIONS } from './task.ts'
import type { Ruling } from './verdict.ts'

/** Messages to the agent, built from the run's state. */

/** The first message. */
export function introduction({ task, masks }: RunState): AgentMessage {
  const { steps, seconds, stability } = task.limits
  const types = [...Object.keys(task.actions), ...OWN_ACTIONS]
  return {
    kind: 'task',
    protocol: 1,
    goal: task.goal,
    affordances: Object.keys(task.affordances),
    actions: Object.fromEntries(
      types.map((type) => [type, { requires: task.actions[type]?.requires ?? [], payload: needsOf(type, task) }]),
    ),
    limits: { steps, seconds, stability },
    masks,
  }
}

/** The message after a step that did not end the run. */
export function reply(
  { steps, masks }: RunState,
  { verdict, code }: Ruling,
  performed: Performed | null,
): AgentMessage {
  return {
    kind: 'reply',
    step: steps,
    verdict,
    code,
    message: GATE_MESSAGES[code],
    masks,
    observation: performed === null ? null : seen(performed),
  }
}

const seen = ({ command, success, exit, stdout, stderr }: Performed): ShownResult => ({
  command,
  success,
  exit,
  output_summary: outputOf(stdout, stderr),
})

/** Summarises standard output followed by standard error. */
export const outputOf = (stdout: Uint8Array, stderr: Uint8Array): string =>
  summaryOf(new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr))

/** The last message. */
export const farewell = ({ outcome, code, message }: RunResult): Farewell => ({ kind: 'end', outcome, code, message })
