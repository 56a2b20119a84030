import { createHash } from 'node:crypto'
import { LedgerError } from '../../ledger/errors.ts'
import { getArtifact, readArtifactSync } from '../../ledger/stores/files/artifacts.ts'
import { readChain, readHead } from '../../ledger/stores/files/read.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import type { Reading } from './evidence.ts'

/** A ledger that is only read. `damaged` lists requested artifacts that no longer match their hash. */
export type CheckedReading = Reading & { damaged(): readonly string[] }

/** Reads a ledger on disk without changing it. Every artifact is checked against its hash before any of it is used. */
export function readingOf(home: Readable): CheckedReading {
  const checked = new Map<string, boolean>()
  const isSound = async (sha256: string): Promise<boolean> => {
    const known = checked.get(sha256)
    if (known !== undefined) return known
    const found = (await hashOf(home.dir, sha256)) === sha256
    checked.set(sha256, found)
    return found
  }
  return {
    async *read(stream, range) {
      yield* readChain(home, stream, range)
    },
    head: async (stream) => readHead(home, stream),
    readArtifact: async (sha256, range) => {
      if (!(await isSound(sha256)))
        throw new LedgerError('ARTIFACT_UNKNOWN', `Artifact ${sha256} was altered. Run: bailiff verify`)
      return readArtifactSync(home.dir, sha256, range)
    },
    damaged: () => [...checked].flatMap(([sha256, isFine]) => (isFine ? [] : [sha256])),
  }
}

/** The hash of the stored bytes; null if there are none. */
async function hashOf(dir: string, sha256: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const bytes of getArtifact(dir, sha256)) hash.update(bytes)
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'ARTIFACT_UNKNOWN') return null
    throw error
  }
  return hash.digest('hex')
}
