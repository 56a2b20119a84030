import type { Draft } from '../ledger/kinds.ts'
import type { RunOutcome } from './facts.ts'
import type { Masks } from './masks.ts'
import type { EndCode, RulingCode } from './messages.ts'
import type { LastObservation } from './observation.ts'
import type { Probed } from './probe.ts'
import type { Action } from './step.ts'
import type { Task } from './task.ts'
import type { Verdict } from './verdict.ts'

/** The two parties of a run, as the loop sees them. */

/** A message to the agent: first the task, then a reply to each step. */
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
      /** The masks that the step was judged by. The effect of its action shows in the next reply. */
      masks: Masks
      /** The result of the action; null if none was carried out. */
      observation: ShownResult | null
    }

/** The part of an action's result that the agent sees. */
export type ShownResult = LastObservation & { exit: number | null }

/** The last message to the agent. */
export type Farewell = { kind: 'end'; outcome: RunOutcome; code: EndCode; message: string }

/** Returns the next step, unchecked, or null if there is none. `signal` aborts when the answer is no longer needed. */
export type Agent = (told: AgentMessage, signal: AbortSignal) => Promise<unknown>

/** The result of an action, with its whole output. */
export type Performed = {
  command: string | null
  success: boolean
  exit: number | null
  wrote: boolean
  stdout: Uint8Array
  stderr: Uint8Array
  /** Bytes of output that exceeded the limit and were not kept. */
  droppedBytes: number
}

/** An action in the terms of dispatch checks. */
export type ActionCall = { kind: 'command'; command: string } | { kind: 'write'; path: string; content: string }

/** The answer of a check. `denied` is the reason, or null; `facts` are recorded with the run. */
export type CheckedAction = { denied: string | null; facts: readonly Draft[] }

/** Checks an action before it is carried out, as a tool call is checked. */
export type CheckAction = (call: ActionCall, cwd: string) => Promise<CheckedAction>

/** The place where actions are carried out. Both functions must return soon after `signal` aborts; the loop does not wait. */
export type Environment = {
  /** Checks an action before it is judged. Without it, every action may be carried out. */
  check?(action: Action): Promise<CheckedAction>
  /** Carries out one of the task's actions. Returns null if the action neither runs nor writes anything. */
  perform(action: Action, signal: AbortSignal): Promise<Performed | null>
  /** Runs a probe's command, which must not change anything. */
  ask(command: readonly string[], signal: AbortSignal): Promise<Probed>
}
