import { startOf } from './begin.ts'
import type { HostEvent } from './event.ts'
import type { Fact } from './fact.ts'
import { put } from './put.ts'
import type { World } from './recorder.ts'
import { sessionStream } from './streams.ts'

/** The stream an event belongs to. */
export const streamOf = ({ host, session, agent }: HostEvent): string => sessionStream(host, session, agent?.id ?? null)

/** Puts facts of an event on record in its stream, beginning the stream where it is new. */
export function record(world: World, event: HostEvent, facts: Fact[]): void {
  const { recorder } = world
  const stream = streamOf(event)
  const isNew = !recorder.has(stream)
  // An announcement is a fact of its own. Otherwise whoever of several is first to write begins the stream.
  if (event.report.kind === 'session-started') {
    put(recorder, event, stream, [startOf(world, event, stream, isNew), ...facts], [])
  } else put(recorder, event, stream, facts, isNew ? [startOf(world, event, stream, isNew)] : [])
}
