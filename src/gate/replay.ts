import { canonical } from '../ledger/canonical.ts'
import type { Entry, Json } from '../ledger/kinds.ts'
import { type Body, type Fact, factOf } from './facts.ts'
import { isContradicted } from './masks.ts'
import { endOf } from './result.ts'
import { after, openRun, type RunState } from './state.ts'
import { taskSchema } from './task.ts'

/** A fact from a recorded run, with the state before and after it. */
type Moment = { seq: number; at: string; fact: Fact; before: RunState; state: RunState }

/** An entry that differs from the one that the recorded facts lead to. */
export type Difference = { seq: number; recorded: string; judged: string }

/** A run judged again from its record. */
export type Replay = { moments: Moment[]; state: RunState; verdicts: number; differences: Difference[] }

/** Folds the entries of a run's stream and compares every verdict, byte for byte, with the one that its facts lead to. */
export function replay(entries: Iterable<Entry>): Replay {
  const moments: Moment[] = []
  const differences: Difference[] = []
  let state = openRun(taskSchema.parse({ version: 1 }))
  for (const { seq, at, kind, body } of entries) {
    const fact = factOf({ kind, body })
    if (fact === null) continue
    const judged = judgedAgain(state, fact)
    if (judged !== null && canonical(judged) !== canonical(body))
      differences.push({ seq, recorded: canonical(body), judged: canonical(judged) })
    const before = state
    state = after(before, fact)
    moments.push({ seq, at, fact, before, state })
  }
  return { moments, state, differences, verdicts: moments.filter(({ fact }) => fact.kind === 'verdict.given').length }
}

/** Computes a verdict or an end again from the facts before it. Returns null for every other fact. */
function judgedAgain(state: RunState, { kind, body }: Fact): Json {
  if (kind === 'verdict.given') return { step: state.steps, ...state.ruling } as Json
  if (kind !== 'run.ended') return null
  return { ...endOf(state, body, body.elapsedMs), ...(isBorneOut(state, body) ? {} : { code: null }) } as Json
}

/** True if the facts support the recorded reason for the end. Reasons that depend on a clock or a person are accepted. */
function isBorneOut({ ruling, masks, steps, task }: RunState, { code }: Body<'run.ended'>): boolean {
  switch (code) {
    case 'EARNED':
      return ruling?.verdict === 'TERMINATE'
    case 'CONTRADICTED':
      return isContradicted(masks)
    case 'STEPS_SPENT':
      return steps === task.limits.steps
    case 'TIME_SPENT':
    case 'STOPPED_BY_PERSON':
    case 'AGENT_ENDED':
    case 'AGENT_FAILED':
    case 'ENVIRONMENT_FAILED':
      return true
  }
}
