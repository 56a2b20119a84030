import { type Answer, GO_ON } from './answer.ts'
import type { HostEvent } from './event.ts'
import { observe } from './record/observation.ts'
import { recordPlain } from './record/plain.ts'
import type { World } from './world.ts'

/** Handles an event that reports how a tool call ended. Records any other event whole. */
export function receiveObservation(world: World, event: HostEvent): Answer {
  const { report } = event
  if (report.kind === 'observation') return observe(world, event, report.dispatch, report.observation)
  recordPlain(world, event)
  return GO_ON
}
