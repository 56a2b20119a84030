import { fact } from '../../session/facts.ts'
import type { HostEvent, Stop } from '../event.ts'
import { restOf } from '../event.ts'
import type { GuardedWorld } from '../guard.ts'
import { tellLead } from './begin.ts'
import { reconciled } from './reconcile.ts'
import { record } from './record.ts'
import { settingsSeen } from './settings.ts'

/** Records a final message, the facts that the host's transcript adds, and whether the gate judges it next. */
export function recordStop(world: GuardedWorld, event: HostEvent, stop: Stop, next: 'judged' | 'let go'): void {
  const { message, isAgain, background } = stop
  const found = reconciled(world, event)
  const gated = next === 'judged' ? { gated: true as const } : {}
  const reached = fact('stop.reached', { message, isAgain, background, ...gated, ...restOf(event) })
  record(world, event, [...found, ...settingsSeen(world, event, 'stop'), reached])
  if (event.agent !== null) {
    tellLead(world, event, fact('agent.stopped', { agent: event.agent.id, stream: event.stream }))
  }
}
