import type { Json, JsonObject } from '../../ledger/kinds.ts'
import { type Fact, fact } from '../../session/facts.ts'
import { observedCalls } from '../../session/recent.ts'
import type { Sighting } from '../../session/sighting.ts'
import type { Answer } from '../answer.ts'
import type { Dispatch, HostEvent, Observation, Report } from '../event.ts'
import { restOf } from '../event.ts'
import type { World } from '../world.ts'
import { afterCall } from './ended-agents.ts'
import { record } from './record.ts'
import { seenAfter } from './sighting.ts'

/** Records how a tool call ended, and tells a lead what is on record of the subagents that it started. */
export function observe(world: World, event: HostEvent, dispatch: Dispatch, observation: Observation): Answer {
  const seen = seenAfter(world, event, dispatch)
  record(world, event, [observed(dispatch, observation, { cwd: event.cwd, ...seen, ...restOf(event) })])
  return afterCall(world, event, dispatch.input, () => JSON.stringify(observation.output))
}

/** Records the calls in one agent message that no other event has reported as ended. */
export function observeBatch(world: World, event: HostEvent, { calls, isWhole }: Batch): void {
  const seen = observedCalls(world.recorder.recent(event.stream), calls.length)
  const facts: Fact[] = calls
    .filter(({ dispatch }) => dispatch.call !== null && !seen.has(dispatch.call))
    .map(({ dispatch, observation }) => observed(dispatch, observation, { cwd: event.cwd, shownBy: event.name }))
  if (!isWhole) facts.push(fact('host.event', { event: event.name, ...restOf(event) }))
  if (facts.length > 0) record(world, event, facts)
}

type Batch = Extract<Report, { kind: 'batch' }>

/** `shownBy` names the event that reported the call's end, unless it was the call's own. */
type More = Sighting & { cwd?: string | null; shownBy?: string; rest?: JsonObject }

export function observed(dispatch: Dispatch, observation: Observation, more: More): Fact {
  const { status, exit, durationMs, output, refusedBy } = observation
  return fact('dispatch.observed', {
    ...bodyOf(dispatch),
    status,
    exit,
    ...(durationMs !== null && { durationMs }),
    output: output as JsonObject,
    ...(refusedBy && { refusedBy }),
    ...more,
  })
}

export const bodyOf = ({ tool, input, call }: Dispatch): { tool: string; input: Json; call?: string } => ({
  tool,
  input,
  ...(call !== null && { call }),
})
