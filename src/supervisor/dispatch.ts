import type { Attempt } from '../dispatch/attempt.ts'
import { fact } from '../session/facts.ts'
import type { Sighting } from '../session/sighting.ts'
import { type Answer, GO_ON, Unrecorded } from './answer.ts'
import type { Named } from './dispatch/named-files.ts'
import { nestedAgents } from './dispatch/nested.ts'
import { check } from './dispatch/protect.ts'
import { type Weighed, weigh } from './dispatch/weigh.ts'
import type { Dispatch, HostEvent } from './event.ts'
import { restOf } from './event.ts'
import type { GuardedWorld } from './guard.ts'
import { bodyOf } from './record/observation.ts'
import { recordPlain } from './record/plain.ts'
import { record } from './record/record.ts'
import { sightingOf } from './record/sighting.ts'

/** A judged call: what it would do, the facts about it, and the answer to it. */
export type Judged = Weighed & { attempt: Attempt }

/**
 * Judges a tool call by a host's agent or by a lead that starts a worker. Protected places are checked
 * first, whatever the policy says; then the policy's checks run. Records nothing.
 */
export function judgeCall(world: GuardedWorld, event: HostEvent, dispatch: Dispatch): Judged {
  const { attempt, facts: found, reason, seen } = check(world.guard, event, dispatch)
  const {
    facts: weighed,
    answer,
    named,
  } = reason !== null ? denying(reason) : seen === null ? LET_THROUGH : weigh(world, event, dispatch, seen)
  return { attempt, facts: [...found, ...weighed], answer, named }
}

/** Handles a tool call before it runs: judges and records it, then lets it through, asks about it or denies it. */
export function propose(world: GuardedWorld, event: HostEvent, dispatch: Dispatch): Answer {
  const { attempt, facts, answer, named } = judgeCall(world, event, dispatch)
  const seen = named === null ? {} : seenBefore(world, named)
  const body = { ...bodyOf(dispatch), cwd: event.cwd, ...seen, ...restOf(event) }
  try {
    record(world, event, [
      fact('dispatch.proposed', body),
      ...facts,
      ...nestedAgents(attempt, world.guard.hosts.agents),
    ])
  } catch (error) {
    throw new Unrecorded(error, answer)
  }
  return answer
}

/** The state that the call may change, so that it can be recognised if a person restores it. */
const seenBefore = ({ contents }: GuardedWorld, { paths, project, movesHead }: Named): Sighting =>
  paths.length > 0 || movesHead ? sightingOf(contents, paths, project) : {}

/** Handles the event before a tool call. Records any other event whole. */
export function receiveProposal(world: GuardedWorld, event: HostEvent): Answer {
  const { report } = event
  if (report.kind === 'dispatch') return propose(world, event, report.dispatch)
  recordPlain(world, event)
  return GO_ON
}

const LET_THROUGH: Weighed = { facts: [], answer: GO_ON, named: null }

const denying = (reason: string): Weighed => ({ facts: [], answer: { kind: 'deny', reason }, named: null })
