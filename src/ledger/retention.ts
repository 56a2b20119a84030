/** Limits on the age and size of kept evidence. */
export type Retention = { maxAgeMs: number; maxBytes: number }

/** Thirty days, two gigabytes. */
export const DEFAULT_RETENTION: Retention = { maxAgeMs: 30 * 24 * 3600_000, maxBytes: 2 * 2 ** 30 }

/** Facts about a stream that retention needs. `bytes` includes its artifacts. */
export type StreamFacts = { stream: string; lastAt: number; bytes: number; cites: readonly string[] }

export type Kept = { stream: string; why: string }

/**
 * Chooses the streams to remove: those past the maximum age, then the oldest until the rest fits. The ledger's own
 * streams, controllers and open streams stay, and so do the streams that a kept stream cites.
 */
export function chooseExpired(
  facts: readonly StreamFacts[],
  retention: Retention,
  now: number,
  open: ReadonlySet<string>,
): { expired: string[]; kept: Kept[] } {
  const kept: Kept[] = []
  const expired = new Set<string>()
  let total = facts.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { stream, lastAt, bytes } of [...facts].sort((a, b) => a.lastAt - b.lastAt)) {
    if (now - lastAt <= retention.maxAgeMs && total <= retention.maxBytes) break
    if (stream.startsWith('admin/')) continue
    const why = whyKept(stream, open)
    if (why !== null) {
      kept.push({ stream, why })
      continue
    }
    expired.add(stream)
    total -= bytes
  }
  keepCited(facts, expired, kept)
  return { expired: [...expired], kept }
}

/** Says why an old stream stays, or returns null if it may go. */
function whyKept(stream: string, open: ReadonlySet<string>): string | null {
  if (stream.startsWith('controller/')) return 'its keys keep effects from happening twice'
  if (stream.startsWith('trust/')) return 'it holds what the project has learnt'
  return open.has(stream) ? 'its session is still open' : null
}

/** Keeps the streams that a kept stream cites, transitively. */
function keepCited(facts: readonly StreamFacts[], expired: Set<string>, kept: Kept[]): void {
  const staying = facts.filter(({ stream }) => !expired.has(stream))
  for (let next = staying.pop(); next !== undefined; next = staying.pop()) {
    for (const cited of next.cites) {
      if (!expired.delete(cited)) continue
      kept.push({ stream: cited, why: `${next.stream} cites it` })
      staying.push(...facts.filter(({ stream }) => stream === cited))
    }
  }
}
