import { type Answer, GO_ON, Unrecorded } from './answer.ts'
import { check } from './check.ts'
import { bodyOf } from './dispatch.ts'
import type { Dispatch, HostEvent } from './event.ts'
import { restOf } from './fact.ts'
import type { GuardedWorld } from './guard.ts'
import { nestedAgents } from './nested.ts'
import { record } from './record.ts'
import { rewrite } from './rewrite.ts'

/** One tool call, about to be made: held against what is protected, put on record, and let through or denied. */
export function propose(world: GuardedWorld, event: HostEvent, dispatch: Dispatch): Answer {
  const { attempt, facts, reason } = check(world.guard, event, dispatch)
  const answer: Answer = reason === null ? (rewrite(event, dispatch) ?? GO_ON) : { kind: 'deny', reason }
  const body = { ...bodyOf(dispatch), cwd: event.cwd, ...restOf(event) }
  try {
    record(world, event, [{ kind: 'dispatch.proposed', actor: 'agent', body }, ...facts, ...nestedAgents(attempt)])
  } catch (error) {
    throw new Unrecorded(error, answer)
  }
  return answer
}
