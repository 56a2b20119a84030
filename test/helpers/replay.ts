import { recorderOf } from '../../src/hook/recorder.ts'
import { findHost } from '../../src/hosts/registry.ts'
import { transcriptsOf } from '../../src/hosts/transcripts.ts'
import type { JsonObject } from '../../src/ledger/kinds.ts'
import { closeHome } from '../../src/ledger/stores/files/home.ts'
import { openFiles } from '../../src/ledger/stores/files/open.ts'
import { receive } from '../../src/supervisor/receive.ts'

/** An event as a host would send it. */
export type Sent = { event: string; payload: JsonObject }

/** Hands events to the supervisor as the hook does, the first at `from` and each a second later. */
export function replay(dir: string, host: string, events: readonly Sent[], from = '2026-03-01T12:00:00.000Z'): void {
  let at = Date.parse(from)
  const home = openFiles(dir, { now: () => new Date(at) })
  const { parse, complete, seenIn } = findHost(host)
  const world = { recorder: recorderOf(home), transcripts: transcriptsOf(seenIn) }
  for (const { event, payload } of events) {
    const parsed = parse(event, payload)
    receive(world, { ...(complete?.(parsed) ?? parsed), startedBy: null, raw: Buffer.from(JSON.stringify(payload)) })
    at += 1_000
  }
  closeHome(home)
}
