import type { Entry } from '../ledger/kinds.ts'
import { type Answer, GO_ON } from './answer.ts'
import type { HostEvent, Report } from './event.ts'
import { restOf } from './fact.ts'
import { record, streamOf } from './record.ts'
import type { World } from './recorder.ts'

type Prompt = Extract<Report, { kind: 'prompt' }>

/** Something was said to the agent. A person's prompt opens a turn; whatever else a host sends that way does not. */
export function receivePrompt(world: World, event: HostEvent, { text, origin, task }: Prompt): Answer {
  const from = origin === 'person' && isOurReason(world.recorder.recent(streamOf(event)), text) ? 'feedback' : origin
  record(world, event, [
    from === 'person'
      ? { kind: 'turn.opened', actor: 'user', body: { prompt: text, ...restOf(event) } }
      : {
          kind: 'notice.received',
          actor: 'harness',
          body: { origin: from, text, ...(task && { task }), ...restOf(event) },
        },
  ])
  return GO_ON
}

/** Whether this is the reason we last blocked a stop with; some hosts hand it back as a prompt. */
function isOurReason(recent: Iterable<Entry>, text: string): boolean {
  for (const { kind, body } of recent) {
    if (kind === 'turn.opened') return false
    if (kind === 'stop.blocked') return body['reason'] === text
  }
  return false
}
