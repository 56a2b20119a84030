import { readSync, writeSync } from 'node:fs'
import { LedgerError } from '../ledger/errors.ts'
import { appendSync } from '../ledger/stores/files/append.ts'
import { putArtifactSync } from '../ledger/stores/files/artifacts.ts'
import { closeHome } from '../ledger/stores/files/home.ts'
import { openFiles } from '../ledger/stores/files/open.ts'

/**
 * The program a host starts for each event: `bailiff hook <home> <stream>`, with the event on standard input. It puts the
 * event on record as it came, secrets apart, and says nothing; recording never blocks an agent, so a failure ends with
 * code 0 too, and one line on standard error.
 */

/** No event of a host is larger. Of one that is, the beginning is recorded, and that it was cut. */
const MAX_PAYLOAD_BYTES = 64 << 20

/** Up to this size an event is part of its entry: one write and one sync instead of two files. */
const MAX_BODY_BYTES = 32 << 10

/** A hook gives way sooner than a library: somebody is waiting for it. */
const LOCK_WAIT_MS = 1_000

type Payload = { bytes: Buffer; isCut: boolean }

function record(dir: string, stream: string, { bytes, isCut }: Payload): void {
  const home = openFiles(dir, { lockWaitMs: LOCK_WAIT_MS })
  try {
    const cut = isCut ? { cut: true } : {}
    const draft = { kind: 'hook.received', actor: 'harness' } as const
    const payload = bytes.length <= MAX_BODY_BYTES ? bytes.toString('utf8') : null
    // What is not text would not come back exactly.
    if (payload !== null && Buffer.from(payload).equals(bytes)) {
      appendSync(home, stream, [{ ...draft, body: { ...cut, payload } }])
    } else {
      const artifact = putArtifactSync(home.dir, { name: 'payload', media: 'application/json' }, bytes)
      appendSync(home, stream, [{ ...draft, body: cut, artifacts: [artifact] }])
    }
  } finally {
    closeHome(home)
  }
}

function readInput(): Payload {
  const parts: Buffer[] = []
  let total = 0
  while (total <= MAX_PAYLOAD_BYTES) {
    const part = Buffer.allocUnsafe(1 << 16)
    const got = readSync(0, part)
    if (got === 0) break
    parts.push(part.subarray(0, got))
    total += got
  }
  return { bytes: Buffer.concat(parts).subarray(0, MAX_PAYLOAD_BYTES), isCut: total > MAX_PAYLOAD_BYTES }
}

function say(line: string): void {
  try {
    writeSync(2, line)
  } catch {
    // Nobody is listening.
  }
}

/** Records the event on standard input; always 0, because recording never blocks an agent. */
export function hook([dir = '', stream = '']: string[]): number {
  try {
    record(dir, stream, readInput())
  } catch (error) {
    const code = error instanceof LedgerError ? error.code : 'INTERNAL'
    say(`bailiff: not recorded: ${error instanceof Error ? error.message : error} [${code}]\n`)
  }
  return 0
}
