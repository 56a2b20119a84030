import { nameTests } from '../../claims/name-tests.ts'
import { asksToAccept, linesCarried } from '../../dispatch/protection/acceptance.ts'
import type { Entry } from '../../ledger/kinds.ts'
import { isFact, readFact } from '../../session/facts.ts'
import { likeOfEntry } from '../../session/likeness.ts'
import type { Decision } from '../../session/who.ts'
import { acceptOpen } from '../accepted-tests.ts'
import { type Answer, GO_ON } from '../answer.ts'
import type { HostEvent } from '../event.ts'
import type { CountingWorld } from '../guard.ts'
import { findPolicy } from '../session-policy.ts'

/** Accepts the session's weakened tests if a person's prompt, which is recorded already, says so. */
export function acceptByPrompt(world: CountingWorld, event: HostEvent, prompt: string): Answer {
  if (!asksToAccept(prompt)) return GO_ON
  // An agent can prompt a session from a shell, even its own: then an agent started the host, or that call still runs.
  if (isByAgent(event) || isWorking(world.recorder.recent(event.stream)))
    return told('not accepted while an agent works. Run: bailiff accept')
  if (isCarried(world, event))
    return told('not accepted: the agent of this session put the same line into a call. Run: bailiff accept')
  const found = findPolicy(world, event)
  if (found.kind !== 'found') return told('not accepted: no policy is readable here. Run: bailiff policy show')
  const decision: Decision = { confirmed: 'prompt', who: world.who(found.active.project) }
  const tests = acceptOpen(world, { stream: event.stream, project: found.active.project, decision })
  return told(tests.length === 0 ? NOTHING_OPEN : `accepted for this project: ${nameTests(tests)}.`)
}

const NOTHING_OPEN = 'nothing to accept: no test of this session is weakened.'

const told = (notice: string): Answer => ({ ...GO_ON, notice: `Bailiff: ${notice}` })

/** True if another session started the host. Some hosts mark their own hooks without naming a session. */
const isByAgent = ({ host, startedBy }: HostEvent): boolean =>
  startedBy !== null && (startedBy.session !== null || startedBy.host !== host)

/** True if a call of the session has the line: a prompt may have been scheduled, and looks like a typed one. */
function isCarried({ recorder, guard }: CountingWorld, { stream, host }: HostEvent): boolean {
  const tools = guard.tools(host)
  let left = MAX_BACK
  for (const entry of recorder.recent(stream)) {
    if (left-- === 0) break
    if (!isFact(entry, 'dispatch.proposed', 'dispatch.unseen')) continue
    const { tool, input } = readFact('dispatch.proposed', entry)
    if (!tools.isIdle(tool) && linesCarried(input).length > 0) return true
  }
  return false
}

/** Maximum number of entries to search. */
const MAX_BACK = 5_000

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
