import type { Masks } from './masks.ts'
import type { RulingCode } from './messages.ts'
import type { Action } from './step.ts'
import type { Task } from './task.ts'

/** What may become of a step. It is computed for each, never stored as a state. */
export const VERDICTS = ['ALLOW', 'BLOCK', 'CONTINUE', 'TERMINATE'] as const
export type Verdict = (typeof VERDICTS)[number]

/** A verdict, and why. */
export type Ruling = { verdict: Verdict; code: RulingCode }

/** One rule about actions; null where it has nothing to say. */
export type Rule = (action: Action, masks: Masks, task: Task) => Ruling | null
