import { setTimeout as sleep } from 'node:timers/promises'
import type { Tail } from '../../kinds.ts'
import type { KnownHead } from '../../verify.ts'
import { readIfThere } from './disk.ts'
import { parseHead } from './head.ts'
import { headPath } from './layout.ts'
import type { Readable } from './stream-lines.ts'

/** How often a head is looked at before it is called wrong, and how long a writer is given to seal it anew. */
const LOOKS = 5
const PAUSE_MS = 10

/**
 * What a stream's head vouches for. It may be read while it is being written, or, under a retired key, before a writer
 * that met a rotation has sealed it anew; one that stays wrong is wrong.
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
