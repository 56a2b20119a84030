import type { Entry } from '../../ledger/kinds.ts'
import type { Recorder } from '../../ledger/store.ts'
import { type Fact, fact, isFact } from '../../session/facts.ts'
import { likeOfDispatch, likeOfEntry } from '../../session/likeness.ts'
import type { HostEvent, Report } from '../event.ts'
import type { GuardedWorld } from '../guard.ts'
import { recordPlain } from './plain.ts'

type Asked = Extract<Report, { kind: 'asked' }>

/** Records that the host asks a person about a call. Other questions are recorded whole, as any other event. */
export function recordAsked(world: GuardedWorld, event: HostEvent, asked: Asked): void {
  const isPerson = asked.by === 'person' || world.guard.canAsk(event)
  const call = isPerson ? callAsked(world.recorder, event.stream, asked) : null
  recordPlain(world, event, call === null ? [] : [factOf(call)])
}

function factOf({ seq, body: { call, tool } }: Entry): Fact {
  return fact('person.asked', { ...(typeof call === 'string' && { call }), tool: String(tool), of: seq })
}

/** Maximum number of entries to search: a host asks right after the call was proposed. */
const MAX_BACK = 64

/** The last open call that the question fits. Hosts do not say which one they mean. */
function callAsked(recorder: Recorder, stream: string, asked: Asked): Entry | null {
  if (!recorder.has(stream)) return null
  const ended = new Set<unknown>()
  let left = MAX_BACK
  for (const entry of recorder.recent(stream)) {
    if (left-- === 0) break
    const name = entry.body['call'] ?? likeOfEntry(entry)
    if (isFact(entry, 'dispatch.observed', 'dispatch.denied')) ended.add(name)
    if (isFact(entry, 'dispatch.proposed') && !ended.has(name) && isAbout(entry, asked)) return entry
  }
  return null
}

function isAbout(entry: Entry, { tool, command, input }: Asked): boolean {
  if (tool !== null && entry.body['tool'] !== tool) return false
  if (command !== null) return commandLike(entry) === likeOfDispatch({ tool: '', input: { command } })
  return input === null || likeOfEntry(entry) === likeOfDispatch({ tool: tool ?? String(entry.body['tool']), input })
}

/** The likeness of a call's command alone: hosts describe a command in other words when they ask about it. */
function commandLike(entry: Entry): string | null {
  const { input } = entry.body
  const command = typeof input === 'object' && input !== null && !Array.isArray(input) ? input['command'] : undefined
  return command === undefined ? null : likeOfEntry({ ...entry, body: { tool: '', input: { command } } })
}
