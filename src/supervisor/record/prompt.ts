import { sha256 } from '../../ledger/digest.ts'
import { type Fact, fact, type Ruled } from '../../session/facts.ts'
import { lastReason } from '../../session/recent.ts'
import { type Answer, GO_ON } from '../answer.ts'
import type { HostEvent, Report } from '../event.ts'
import { restOf } from '../event.ts'
import type { CountingWorld } from '../guard.ts'
import { observeOutcomes } from '../outcomes/observe.ts'
import { turnSighting } from '../outcomes/turn-sighting.ts'
import { findPolicy, ruledWhereBegun } from '../session-policy.ts'
import { record } from './record.ts'
import { unansweredIn } from './unanswered.ts'

type Prompt = Extract<Report, { kind: 'prompt' }>

/** Handles a prompt. Only a person's prompt opens a turn; hosts send other things the same way. */
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
  if (from === 'person') observeOutcomes(world, event)
  return GO_ON
}

/** Returns the fact that opens a turn, with the active policy unless it is the built-in one. */
function openedBy(world: CountingWorld, event: HostEvent, prompt: string): Fact {
  return fact('turn.opened', { prompt, ...ruledNow(world, event), ...turnSighting(world, event), ...restOf(event) })
}

function ruledNow(world: CountingWorld, event: HostEvent): { ruling?: Ruled } {
  try {
    return ruledWhereBegun(findPolicy(world, event))
  } catch {
    // The turn opens even if the ledger or the policy is unreadable.
    return {}
  }
}

/** True if the text is the reason for our last block; some hosts hand it back as a prompt. */
function isOurReason({ recorder, blocks }: CountingWorld, event: HostEvent, text: string): boolean {
  const { stream } = event
  if (blocks.read(stream).reason === sha256(text)) return true
  try {
    return recorder.has(stream) && lastReason(recorder.recent(stream)) === text
  } catch {
    // The turn opens even if the ledger is unreadable.
    return false
  }
}
