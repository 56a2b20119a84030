import { sha256 } from '../../ledger/digest.ts'
import { fact } from '../../session/facts.ts'
import { lastReason } from '../../session/recent.ts'
import { type Answer, GO_ON } from '../answer.ts'
import type { HostEvent, Report } from '../event.ts'
import { restOf } from '../event.ts'
import type { CountingWorld, TakenStart } from '../guard.ts'
import { observeOutcomes } from '../outcomes/observe.ts'
import { turnSighting } from '../outcomes/turn-sighting.ts'
import { findPolicy, type PolicyFound, ruledWhereBegun } from '../session-policy.ts'
import { acceptByPrompt } from './accept.ts'
import { afterAgents } from './ended-agents.ts'
import { lateChecks } from './late-checks.ts'
import { record } from './record.ts'
import { startNotices } from './start-notices.ts'
import { unansweredIn, unansweredNotices } from './unanswered.ts'

type Prompt = Extract<Report, { kind: 'prompt' }>

/** Handles a prompt. Only a person's prompt opens a turn; hosts send other things the same way. */
export function receivePrompt(
  world: CountingWorld,
  event: HostEvent,
  { text, origin, task }: Prompt,
): Answer | Promise<Answer> {
  const from = origin === 'person' && isOurReason(world, event, text) ? 'feedback' : origin
  if (from === 'person') return openTurn(world, event, text)
  record(world, event, [fact('notice.received', { origin: from, text, ...(task && { task }), ...restOf(event) })])
  return task === undefined ? GO_ON : afterAgents(world, event, task.id)
}

/** Opens a turn: with the active policy and the content it starts with, unless the policy is the built-in one. */
function openTurn(world: CountingWorld, event: HostEvent, prompt: string): Answer | Promise<Answer> {
  const { start, blocks } = world
  blocks.clear(event.stream)
  const found = policyFor(world, event)
  const open = (taken: TakenStart | null): Answer => {
    const kept = taken?.kind === 'kept' ? taken.start : null
    const body = {
      prompt,
      ...(found !== null && ruledWhereBegun(found)),
      ...(kept !== null && { start: { sha256: kept.sha256, content: kept.content, files: kept.files } }),
      ...turnSighting(world, event),
      ...restOf(event),
    }
    const opened = { ...fact('turn.opened', body), artifacts: kept?.artifacts ?? [] }
    const late = lateChecks(world, event)
    const unanswered = unansweredIn(world, event)
    record(world, event, [...late.facts, ...unanswered, opened])
    const answer = acceptByPrompt(world, event, prompt)
    observeOutcomes(world, event)
    const notices = [
      ...unansweredNotices(world, event, unanswered),
      ...late.notices,
      ...startNotices(taken),
      ...(answer.notice === undefined ? [] : [answer.notice]),
    ]
    return notices.length === 0 ? answer : { ...answer, notice: notices.join(' ') }
  }
  const isRuled = found?.kind === 'found' && found.active.source !== null
  return start !== undefined && isRuled ? start(found.active).then(open) : open(null)
}

/** The policy that judges the turn; null if it cannot be told. The turn opens even if ledger or policy are unreadable. */
function policyFor(world: CountingWorld, event: HostEvent): PolicyFound | null {
  try {
    return findPolicy(world, event)
  } catch {
    return null
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
