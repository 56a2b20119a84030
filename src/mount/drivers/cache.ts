import type { Reading } from './evidence.ts'

/** Enough for the pieces of several mounts. */
const MAX_BYTES = 1 << 20

/**
 * Keeps the pieces of artifacts that were read last: before every model call a run shows mostly what it showed before, and
 * artifacts never change.
 */
export function cached(ledger: Reading, maxBytes = MAX_BYTES): Reading {
  const kept = new Map<string, Uint8Array>()
  let bytes = 0
  const keep = (key: string, piece: Uint8Array): void => {
    // Two mounts at the same time may read the same piece. It counts once.
    if (kept.has(key)) return
    kept.set(key, piece)
    bytes += piece.length
    for (const [oldest, { length }] of kept) {
      if (bytes <= maxBytes) break
      kept.delete(oldest)
      bytes -= length
    }
  }
  return {
    read: (stream, range) => ledger.read(stream, range),
    head: (stream) => ledger.head(stream),
    async readArtifact(sha256, range) {
      const key = `${sha256} ${range.start} ${range.end}`
      const known = kept.get(key)
      const piece = known ?? (await ledger.readArtifact(sha256, range))
      if (known === undefined) keep(key, piece)
      return piece
    },
  }
}
