import type { Body, Fact } from './facts.ts'
import { judgeStep } from './judge.ts'
import { initialMasks, isContradicted, type Masks, masksAfter } from './masks.ts'
import type { Execution, LastObservation } from './observation.ts'
import type { Step } from './step.ts'
import type { Task } from './task.ts'
import type { Ruling } from './verdict.ts'

/** The state of a run: the fold of its facts. */
export type RunState = {
  readonly task: Task
  readonly masks: Masks
  /** Null until an action has been carried out and observed. */
  readonly last: LastObservation | null
  readonly steps: number
  /** The last step; null if it was malformed. */
  readonly proposed: Body<'step.proposed'> | null
  /** True if a check denied the action of the last step. */
  readonly isDenied: boolean
  /** An execution that has not been observed yet, or null. */
  readonly execution: Execution | null
  /** The ruling on the last step; null until the observation that precedes it is made. */
  readonly ruling: Ruling | null
  readonly ended: Body<'run.ended'> | null
}

export const openRun = (task: Task): RunState => ({
  task,
  masks: initialMasks(task),
  last: null,
  steps: 0,
  proposed: null,
  isDenied: false,
  execution: null,
  ruling: null,
  ended: null,
})

/** Returns the state after one more fact. */
export function after(state: RunState, fact: Fact): RunState {
  switch (fact.kind) {
    case 'run.opened':
      return openRun(fact.body.task)
    case 'step.malformed':
      return {
        ...state,
        steps: state.steps + 1,
        proposed: null,
        ruling: { verdict: 'CONTINUE', code: 'INVALID_FORMAT' },
      }
    case 'step.proposed':
      return { ...state, steps: state.steps + 1, proposed: fact.body, isDenied: false, ruling: null }
    case 'action.denied':
      return { ...state, isDenied: true }
    case 'observation.made':
      return observed(state, fact.body)
    case 'action.executed':
      return { ...state, execution: fact.body }
    case 'run.ended':
      return { ...state, ended: fact.body }
    case 'verdict.given':
    case 'action.interrupted':
      return state
  }
}

/** Updates the masks, checks the belief against them and judges the action, always in this order. */
function observed(state: RunState, { answers }: Body<'observation.made'>): RunState {
  const { task, execution, proposed, ruling } = state
  const masks = masksAfter(task, state.masks, { execution, answers })
  const last = execution === null ? state.last : lastOf(execution)
  const next = { ...state, masks, last, execution: null }
  if (proposed === null || ruling !== null || isContradicted(masks)) return next
  const judged = judgeStep(stepOf(proposed), masks, task)
  const isBlocked = state.isDenied && judged.ruling.verdict === 'ALLOW'
  return { ...next, ...judged, ...(isBlocked && { ruling: DENIED }) }
}

const DENIED: Ruling = { verdict: 'BLOCK', code: 'ACTION_DENIED' }

const stepOf = ({ belief, action }: Body<'step.proposed'>): Pick<Step, 'belief' | 'action'> => ({
  belief: {
    ...belief,
    affordances: Object.fromEntries(belief.affordances.map(({ name, claimed }) => [name, claimed])),
  },
  action,
})

const lastOf = ({ command, success, output_summary }: Execution): LastObservation => ({
  command,
  success,
  output_summary,
})
