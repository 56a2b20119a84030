import type { Reading } from './evidence.ts'

/** Enough for the artifact pieces of several mounts. */
const MAX_BYTES = 1 << 20

/**
 * Caches the artifact pieces that were read last. A run shows mostly the same pieces before every model call, and artifacts
 * never change.
 */
export function cached(ledger: Reading, maxBytes = MAX_BYTES): Reading {
  const kept = new Map<string, Uint8Array>()
  let bytes = 0
  const keep = (key: string, piece: Uint8Array): void => {
    // Two concurrent mounts may read the same piece. Count it once.
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
