import type { RunOutcome } from './facts.ts'
import type { Masks } from './masks.ts'
import type { EndCode, RulingCode } from './messages.ts'
import type { LastObservation } from './observation.ts'
import type { Probed } from './probe.ts'
import type { Action } from './step.ts'
import type { Task } from './task.ts'
import type { Verdict } from './verdict.ts'

/** The two parties of a run, as the loop sees them. */

/** What an agent is told: the task, then what became of each step. */
export type AgentMessage =
  | {
      kind: 'task'
      protocol: 1
      goal: string
      affordances: string[]
      actions: { [type: string]: { requires: string[]; payload: string[] } }
      limits: Pick<Task['limits'], 'steps' | 'seconds' | 'stability'>
      masks: Masks
    }
  | {
      kind: 'reply'
      step: number
      verdict: Verdict
      code: RulingCode
      message: string
      /** As the step was judged by them: what it led to is seen with the next. */
      masks: Masks
      /** What the action gave, where one was carried out. */
      observation: ShownResult | null
    }

/** What an agent is shown of what its action gave. */
export type ShownResult = LastObservation & { exit: number | null }

/** The last an agent is told. */
export type Farewell = { kind: 'end'; outcome: RunOutcome; code: EndCode; message: string }

/** Gives the next step, of whatever form; null where it has none. `signal` says that nobody waits any longer. */
export type Agent = (told: AgentMessage, signal: AbortSignal) => Promise<unknown>

/** What an action did, with all that it printed. */
export type Performed = {
  command: string | null
  success: boolean
  exit: number | null
  wrote: boolean
  stdout: Uint8Array
  stderr: Uint8Array
  /** Bytes of output that are not here. */
  droppedBytes: number
}

/** Where actions are carried out. Both must end soon after `signal`; nobody waits for them then. */
export type Environment = {
  /** Carries out an action of the task; null where there is nothing to carry out. */
  perform(action: Action, signal: AbortSignal): Promise<Performed | null>
  /** Runs the command of a probe, which must change nothing. */
  ask(command: readonly string[], signal: AbortSignal): Promise<Probed>
}
