import type { JsonObject } from '../ledger/kinds.ts'
import { tellLead } from './begin.ts'
import type { HostEvent, Stop } from './event.ts'
import { restOf } from './fact.ts'
import type { GuardedWorld } from './guard.ts'
import { reconcile } from './reconcile.ts'
import { record, streamOf } from './record.ts'
import { settingsSeen } from './settings.ts'

/** One final message: put on record with what the host's own transcript adds, and whether it is about to be judged. */
export function recordStop(world: GuardedWorld, event: HostEvent, stop: Stop, next: 'judged' | 'let go'): void {
  const { message, isAgain, background } = stop
  reconcile(world, event)
  const body: JsonObject = { message, isAgain, background, ...(next === 'judged' && { gated: true }), ...restOf(event) }
  record(world, event, [...settingsSeen(world, event, 'stop'), { kind: 'stop.reached', actor: 'agent', body }])
  if (event.agent !== null) {
    tellLead(world.recorder, event, 'agent.stopped', { agent: event.agent.id, stream: streamOf(event) })
  }
}
