import type { Entry, Json, JsonObject } from '../../ledger/kinds.ts'
import { type Fact, fact, kindOf } from '../../session/facts.ts'
import type { Dispatch, HostEvent, Observation, Report } from '../event.ts'
import { restOf } from '../event.ts'
import type { World } from '../world.ts'
import { record, streamOf } from './record.ts'

/** One tool call, made. */
export function observe(world: World, event: HostEvent, dispatch: Dispatch, observation: Observation): void {
  record(world, event, [observed(dispatch, observation, { cwd: event.cwd, ...restOf(event) })])
}

/** The calls of one message of the agent. Of those that no other event showed to have ended, this is the only word. */
export function observeBatch(world: World, event: HostEvent, { calls, isWhole }: Batch): void {
  const seen = observedCalls(world.recorder.recent(streamOf(event)), calls.length)
  const facts: Fact[] = calls
    .filter(({ dispatch }) => dispatch.call !== null && !seen.has(dispatch.call))
    .map(({ dispatch, observation }) => observed(dispatch, observation, { cwd: event.cwd, shownBy: event.name }))
  if (!isWhole) facts.push(fact('host.event', { event: event.name, ...restOf(event) }))
  if (facts.length > 0) record(world, event, facts)
}

type Batch = Extract<Report, { kind: 'batch' }>

/** How far back the calls of one message can be: proposed and observed, with those of subagents apart. */
const ENTRIES_PER_CALL = 4
const LEAST_ENTRIES = 64

function observedCalls(recent: Iterable<Entry>, calls: number): Set<string> {
  const seen = new Set<string>()
  let left = LEAST_ENTRIES + ENTRIES_PER_CALL * calls
  for (const entry of recent) {
    if (left-- === 0) break
    const { call } = entry.body
    if (kindOf(entry) === 'dispatch.observed' && typeof call === 'string') seen.add(call)
  }
  return seen
}

/** `shownBy` names the event that reported the call's end, unless it was the call's own. */
type More = { cwd?: string | null; shownBy?: string; rest?: JsonObject }

export function observed(dispatch: Dispatch, observation: Observation, more: More): Fact {
  const { status, exit, durationMs, output } = observation
  return fact('dispatch.observed', {
    ...bodyOf(dispatch),
    status,
    exit,
    ...(durationMs !== null && { durationMs }),
    output: output as JsonObject,
    ...more,
  })
}

export const bodyOf = ({ tool, input, call }: Dispatch): { tool: string; input: Json; call?: string } => ({
  tool,
  input,
  ...(call !== null && { call }),
})
