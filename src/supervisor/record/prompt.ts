import { sha256 } from '../../ledger/digest.ts'
import { type Fact, fact, type Ruled } from '../../session/facts.ts'
import { lastReason } from '../../session/recent.ts'
import { ruledWhereBegun, rulingFor } from '../active-policy.ts'
import { type Answer, GO_ON } from '../answer.ts'
import type { HostEvent, Report } from '../event.ts'
import { restOf } from '../event.ts'
import type { CountingWorld } from '../guard.ts'
import { record } from './record.ts'
import { unansweredIn } from './unanswered.ts'

type Prompt = Extract<Report, { kind: 'prompt' }>

/** Something was said to the agent. A person's prompt opens a turn; whatever else a host sends that way does not. */
export function receivePrompt(world: CountingWorld, event: HostEvent, { text, origin, task }: Prompt): Answer {
  const from = origin === 'person' && isOurReason(world, event, text) ? 'feedback' : origin
  if (from === 'person') world.blocks.clear(event.stream)
  const body = { origin: from, text, ...(task && { task }), ...restOf(event) }
  record(
    world,
    event,
    from === 'person'
      ? [...unansweredIn(world.recorder, event.stream), openedBy(world, event, text)]
      : [fact('notice.received', body)],
  )
  return GO_ON
}

/** A turn begins, and with it is on record which policy it is held to, where somebody decided on one. */
function openedBy(world: CountingWorld, event: HostEvent, prompt: string): Fact {
  return fact('turn.opened', { prompt, ...ruledNow(world, event), ...restOf(event) })
}

function ruledNow(world: CountingWorld, event: HostEvent): { ruling?: Ruled } {
  try {
    return ruledWhereBegun(rulingFor(world, event))
  } catch {
    // Where nothing can be read, a person begins a turn all the same.
    return {}
  }
}

/** Whether this is the reason we last blocked a stop with; some hosts hand it back as a prompt. */
function isOurReason({ recorder, blocks }: CountingWorld, event: HostEvent, text: string): boolean {
  const { stream } = event
  if (blocks.read(stream).reason === sha256(text)) return true
  try {
    return recorder.has(stream) && lastReason(recorder.recent(stream)) === text
  } catch {
    // Where nothing can be read, a person begins a turn all the same.
    return false
  }
}
