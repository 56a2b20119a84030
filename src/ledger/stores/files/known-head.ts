import { setTimeout as sleep } from 'node:timers/promises'
import type { Tail } from '../../kinds.ts'
import type { KnownHead } from '../../verify.ts'
import { readIfThere } from './disk.ts'
import { parseHead } from './head.ts'
import { headPath } from './layout.ts'
import type { Readable } from './stream-lines.ts'

/** Number of reads before a head is reported as invalid, and the pause in which a writer may reseal it. */
const LOOKS = 5
const PAUSE_MS = 10

/**
 * Reads a stream's head. An invalid head is read again: a writer may be writing it right now, or may not have resealed
 * it yet after a rotation. It is reported only if it stays invalid.
 */
export async function knownHead(home: Readable, stream: string, retired: ReadonlySet<string>): Promise<KnownHead> {
  for (let look = 1; ; look++) {
    const head = readHead(home, stream)
    if (head.kind === 'head' && retired.has(head.key)) {
      if (look === LOOKS) return { kind: 'forged', why: `its key ${head.key} is retired` }
      await sleep(PAUSE_MS)
    } else if (head.kind !== 'forged' || look === LOOKS) return head
  }
}

function readHead(
  home: Readable,
  stream: string,
): Exclude<KnownHead, { kind: 'head' }> | ({ kind: 'head'; key: string } & Tail) {
  const stored = readIfThere(headPath(home.dir, stream))
  if (stored === null) return { kind: 'missing' }
  const parsed = parseHead(stored, stream, home.keyring.find)
  if (parsed.kind === 'forged') return parsed
  return { kind: 'head', key: parsed.key, seq: parsed.head.seq, hash: parsed.head.hash }
}
