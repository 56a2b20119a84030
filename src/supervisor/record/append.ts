import { LedgerError } from '../../ledger/errors.ts'
import type { Draft, Json, JsonObject } from '../../ledger/kinds.ts'
import type { Recorder } from '../../ledger/store.ts'
import { type Fact, fact } from '../../session/facts.ts'
import { draftsOf } from '../../session/long-texts.ts'
import type { HostEvent } from '../event.ts'

/**
 * Appends an event's facts. If the stream does not exist by then, `beginning` comes first. If the ledger refuses a fact,
 * the raw event is kept instead: an event is never lost because it is unusual.
 */
export function put(recorder: Recorder, event: HostEvent, stream: string, facts: Fact[], beginning: Fact[]): void {
  const start = draftsOf(recorder, beginning)
  const drafts = draftsOf(recorder, facts)
  const odd = whereUnfit(() => recorder.append(stream, drafts, start))
  if (odd === null) return
  if (facts.length > 1) {
    // One invalid fact must not keep the others from being recorded.
    const half = facts.length >> 1
    put(recorder, event, stream, facts.slice(0, half), beginning)
    put(recorder, event, stream, facts.slice(half), beginning)
    return
  }
  const instead = [unfit(recorder, event, odd, facts[0])]
  if (whereUnfit(() => recorder.append(stream, instead, start)) !== null) recorder.append(stream, instead)
}

/** Codes for entries that the ledger refuses because of their form: too deep, too large, not exact JSON. */
const UNFIT: ReadonlySet<string> = new Set(['NOT_JSON', 'TOO_DEEP', 'ENTRY_TOO_LARGE', 'ENTRY_INVALID'])

/** Returns null if the facts were appended, or the code with which the ledger refused their form. */
function whereUnfit(append: () => void): string | null {
  try {
    append()
    return null
  } catch (error) {
    if (error instanceof LedgerError && UNFIT.has(error.code)) return error.code
    throw error
  }
}

/** Replaces a refused fact. Still names the call and how it ended: unusual output must not hide a failure. */
function unfit(recorder: Recorder, event: HostEvent, refused: string, odd: Fact | undefined): Draft {
  const { call, tool, status, exit }: JsonObject = odd?.body ?? {}
  const body = {
    event: event.name,
    refused,
    ...(odd !== undefined && { insteadOf: odd.kind }),
    ...(isPlain(call) && { call }),
    ...(isPlain(tool) && { tool }),
    ...(isPlain(status) && { status }),
    ...(typeof exit === 'number' && { exit }),
  }
  return { ...fact('host.event', body), artifacts: [recorder.keep('event', event.raw)] }
}

const isPlain = (value: Json | undefined): value is string =>
  typeof value === 'string' && value.isWellFormed() && value.length <= MAX_WORD

/** Maximum length of an id or name. No host has longer ones. */
const MAX_WORD = 1024
