import { type Entry, isObject, type JsonObject } from '../../ledger/kinds.ts'
import { knownOf, listIn, numberIn, objectIn, wordIn } from './body.ts'
import { endIn } from './end.ts'
import { add, type Folding, lastStep, place } from './folding.ts'
import { isUnsettled } from './pairing.ts'
import type { Call, Flag, TaskEnd } from './state.ts'

/** The tool calls of a session: proposed, judged, observed, and ended in the background. */

export function propose(state: Folding, entry: Entry, isUnseen: boolean): Folding {
  const { calls, session } = state
  calls.propose(knownOf(entry), session.turns.length, () => addCall(state, entry, isUnseen))
  return state
}

function addCall(state: Folding, entry: Entry, isUnseen: boolean): Call {
  const call: Call = {
    ...place('call', entry),
    id: wordIn(entry.body, 'call'),
    tool: wordIn(entry.body, 'tool') ?? 'unknown',
    input: entry.body['input'] ?? null,
    ranWith: null,
    isUnseen,
    denied: null,
    flags: [],
    end: null,
    task: null,
  }
  add(state, call)
  return call
}

export function observe(state: Folding, entry: Entry): Folding {
  const { calls, session } = state
  const known = knownOf(entry)
  const { call, proposed } = calls.observe(known, session.turns.length, () => addCall(state, entry, false))
  if (!isUnsettled(call.end?.status ?? null)) return state
  call.end = endIn(entry, proposed === null || call.isUnseen ? null : call.at)
  // What a transcript or a batch gives as input may be put in other words.
  const isOwn = proposed !== null && call.end.shownBy === null
  if (isOwn && proposed.like !== known.like) call.ranWith = entry.body['input'] ?? null
  return state
}

export function deny(state: Folding, { body }: Entry): Folding {
  const call = judged(state, body)
  if (call) call.denied = wordIn(body, 'code') ?? 'denied'
  return state
}

export function flag(state: Folding, { body }: Entry): Folding {
  const call = judged(state, body)
  if (call) call.flags = flagsIn(body)
  return state
}

/** The call that a judgement is about. Where calls have no ids: the judgement is recorded right behind its call. */
function judged(state: Folding, body: JsonObject): Call | null {
  const id = wordIn(body, 'call')
  return id === null ? lastStep(state, 'call') : state.calls.find(id)
}

const flagsIn = (body: JsonObject): Flag[] =>
  listIn(body, 'findings').flatMap((one) => {
    const code = isObject(one) ? wordIn(one as JsonObject, 'code') : null
    return code === null ? [] : [{ code, said: wordIn(one as JsonObject, 'said') ?? '' }]
  })

/** A notification may say how a call that went on in the background has ended. */
export function endTask({ calls }: Folding, { seq, at, body }: Entry): TaskEnd | null {
  const task = objectIn(body, 'task')
  if (task === null) return null
  const end = { seq, at, status: wordIn(task, 'status'), exit: numberIn(task, 'exit') }
  const call = calls.find(wordIn(task, 'call') ?? '')
  if (call !== null) call.task = end
  return end
}
