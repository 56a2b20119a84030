import { nameTests } from '../../claims/name-tests.ts'
import type { Entry } from '../../ledger/kinds.ts'
import { isFact } from '../../session/facts.ts'
import { likeOfEntry } from '../../session/likeness.ts'
import { acceptOpen } from '../accepted-tests.ts'
import { type Answer, GO_ON } from '../answer.ts'
import type { HostEvent } from '../event.ts'
import type { CountingWorld } from '../guard.ts'
import { findPolicy } from '../session-policy.ts'

/** A line of its own that accepts the session's weakened tests. */
const LINE = /^[ \t]*bailiff:[ \t]*accept[ \t]*(?:\.[ \t]*)?$/i
const FENCE = /^[ \t]*(?:```|~~~)/

/** True if a prompt has the line outside code blocks: pasted output is not a decision. */
export function asksToAccept(prompt: string): boolean {
  let isCode = false
  return prompt.split(/\r?\n/).some((line) => {
    if (FENCE.test(line)) isCode = !isCode
    return !isCode && LINE.test(line)
  })
}

/** Accepts the session's weakened tests if a person's prompt, which is recorded already, says so. */
export function acceptByPrompt(world: CountingWorld, event: HostEvent, prompt: string): Answer {
  if (!asksToAccept(prompt)) return GO_ON
  // An agent can prompt a session from a shell, even its own: then an agent started the host, or that call still runs.
  if (isByAgent(event) || isWorking(world.recorder.recent(event.stream)))
    return told('not accepted while an agent works. Run: bailiff accept')
  const found = findPolicy(world, event)
  if (found.kind !== 'found') return told('not accepted: no policy is readable here. Run: bailiff policy show')
  const tests = acceptOpen(world, { stream: event.stream, project: found.active.project, by: 'prompt' })
  return told(tests.length === 0 ? NOTHING_OPEN : `accepted for this project: ${nameTests(tests)}.`)
}

const NOTHING_OPEN = 'nothing to accept: no test of this session is weakened.'

const told = (notice: string): Answer => ({ ...GO_ON, notice: `Bailiff: ${notice}` })

/** True if another session started the host. Some hosts mark their own hooks without naming a session. */
const isByAgent = ({ host, startedBy }: HostEvent): boolean =>
  startedBy !== null && (startedBy.session !== null || startedBy.host !== host)

/** True if a call between the last stop and the newest prompt has not ended. */
function isWorking(recent: Iterable<Entry>): boolean {
  const ended = new Set<unknown>()
  let prompts = 0
  for (const entry of recent) {
    if (isFact(entry, 'stop.reached') || (isFact(entry, 'turn.opened') && ++prompts === 2)) return false
    const call = entry.body['call'] ?? likeOfEntry(entry)
    if (isFact(entry, 'dispatch.observed', 'dispatch.denied')) ended.add(call)
    if (isFact(entry, 'dispatch.proposed') && !ended.has(call)) return true
  }
  return false
}
