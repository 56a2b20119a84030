import type { JsonObject } from '../ledger/kinds.ts'
import { type Answer, GO_ON } from './answer.ts'
import type { HostEvent, Stop } from './event.ts'
import { reconcile } from './reconcile.ts'
import { draftOf, record, restOf, streamOf } from './record.ts'
import type { World } from './recorder.ts'
import { sessionStream } from './streams.ts'

/** One final message: put on record with what the host's own transcript adds, and let through. */
export function stop(world: World, event: HostEvent, { message, isAgain, background }: Stop): Answer {
  reconcile(world, event)
  const body: JsonObject = { message, isAgain, background, ...restOf(event) }
  record(world, event, [{ kind: 'stop.reached', actor: 'agent', body }])
  if (event.agent !== null) tellLead(world, event, event.agent.id)
  return GO_ON
}

function tellLead({ recorder }: World, event: HostEvent, agent: string): void {
  const body = { agent, stream: streamOf(event) }
  recorder.append(sessionStream(event.host, event.session), [
    draftOf(recorder, { kind: 'agent.stopped', actor: 'harness', body }),
  ])
}
