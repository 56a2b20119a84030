import { type Answer, GO_ON } from './answer.ts'
import { observe } from './dispatch.ts'
import type { HostEvent } from './event.ts'
import { recordPlain } from './plain.ts'
import type { World } from './recorder.ts'

/** What happens with an event that tells how a tool call ended; any other is put on record whole. */
export function receiveObservation(world: World, event: HostEvent): Answer {
  const { report } = event
  if (report.kind === 'observation') observe(world, event, report.dispatch, report.observation)
  else recordPlain(world, event)
  return GO_ON
}
