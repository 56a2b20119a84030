import type { Fact } from '../../session/facts.ts'
import type { HostEvent } from '../event.ts'
import type { World } from '../world.ts'
import { put } from './append.ts'
import { startOf, tellParent } from './begin.ts'

/** Records an event's facts in its stream. Begins the stream if it is new. */
export function record(world: World, event: HostEvent, facts: Fact[]): void {
  const { recorder, sessions } = world
  const { stream } = event
  const isNew = !recorder.has(stream)
  const isAnnounced = event.report.kind === 'session-started'
  const start = isAnnounced || isNew ? [startOf(world, event, isNew)] : []
  if (start.length > 0) tellParent(world, event, stream)
  // An announcement is a fact of its own. Otherwise the first of several concurrent writers begins the stream.
  if (isAnnounced) put(recorder, event, stream, [...start, ...facts], [])
  else put(recorder, event, stream, facts, start)
  // Subagents run in their session's process.
  if (start.length > 0 && event.agent === null) sessions.opened(stream, event.cwd)
  if (event.report.kind === 'session-ended') sessions.closed(stream)
}
