import type { Masks } from './masks.ts'
import type { RulingCode } from './messages.ts'
import type { Action } from './step.ts'
import type { Task } from './task.ts'

/** The possible verdicts on a step. A verdict is computed for each step, never stored as state. */
export const VERDICTS = ['ALLOW', 'BLOCK', 'CONTINUE', 'TERMINATE'] as const
export type Verdict = (typeof VERDICTS)[number]

/** A verdict and its reason. */
export type Ruling = { verdict: Verdict; code: RulingCode }

/** A rule about actions. Returns null if it does not apply. */
export type Rule = (action: Action, masks: Masks, task: Task) => Ruling | null
