import type { JsonObject } from '../ledger/kinds.ts'
import { type Answer, GO_ON } from './answer.ts'
import { tellLead } from './begin.ts'
import type { HostEvent, Stop } from './event.ts'
import { restOf } from './fact.ts'
import type { GuardedWorld } from './guard.ts'
import { reconcile } from './reconcile.ts'
import { record, streamOf } from './record.ts'
import { settingsSeen } from './settings.ts'

/** One final message: put on record with what the host's own transcript adds, and let through. */
export function stop(world: GuardedWorld, event: HostEvent, { message, isAgain, background }: Stop): Answer {
  reconcile(world, event)
  const body: JsonObject = { message, isAgain, background, ...restOf(event) }
  record(world, event, [...settingsSeen(world, event, 'stop'), { kind: 'stop.reached', actor: 'agent', body }])
  if (event.agent !== null) {
    tellLead(world.recorder, event, 'agent.stopped', { agent: event.agent.id, stream: streamOf(event) })
  }
  return GO_ON
}
