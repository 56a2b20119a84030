import { LedgerError } from '../ledger/errors.ts'
import type { Draft } from '../ledger/kinds.ts'
import type { HostEvent } from './event.ts'
import type { Fact } from './fact.ts'
import type { Recorder } from './recorder.ts'
import { draftOf } from './texts.ts'

/**
 * Appends facts of an event, before them `beginning` if nobody has begun the stream by then. What the ledger cannot take is
 * kept as raw bytes instead: an event is never lost because it is odd.
 */
export function put(recorder: Recorder, event: HostEvent, stream: string, facts: Fact[], beginning: Fact[]): void {
  const start = beginning.map((fact) => draftOf(recorder, fact))
  const drafts = facts.map((fact) => draftOf(recorder, fact))
  const odd = whereUnfit(() => recorder.append(stream, drafts, start))
  if (odd === null) return
  if (facts.length > 1) {
    // One odd fact takes no other with it.
    const half = facts.length >> 1
    put(recorder, event, stream, facts.slice(0, half), beginning)
    put(recorder, event, stream, facts.slice(half), beginning)
    return
  }
  const instead = [unfit(recorder, event, odd, facts[0])]
  if (whereUnfit(() => recorder.append(stream, instead, start)) !== null) recorder.append(stream, instead)
}

/** What the ledger refuses because of its form: too deep, too large, not to be written as JSON exactly. */
const UNFIT: ReadonlySet<string> = new Set(['NOT_JSON', 'TOO_DEEP', 'ENTRY_TOO_LARGE', 'ENTRY_INVALID'])

/** Null where it was appended, otherwise why its form is refused. */
function whereUnfit(append: () => void): string | null {
  try {
    append()
    return null
  } catch (error) {
    if (error instanceof LedgerError && UNFIT.has(error.code)) return error.code
    throw error
  }
}

/** Says which call it was about all the same, so that nobody takes it for one that was not heard of. */
function unfit(recorder: Recorder, event: HostEvent, refused: string, fact: Fact | undefined): Draft {
  const { call } = fact?.body ?? {}
  const isPlain = typeof call === 'string' && call.isWellFormed() && call.length <= MAX_ID
  const body = {
    event: event.name,
    refused,
    ...(fact !== undefined && { insteadOf: fact.kind }),
    ...(isPlain && { call }),
  }
  return { kind: 'host.event', actor: 'harness', body, artifacts: [recorder.keep('event', event.raw)] }
}

/** No host's ids are longer. */
const MAX_ID = 1024
