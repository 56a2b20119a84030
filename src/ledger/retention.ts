/** Limits on the age and size of kept evidence. */
export type Retention = { maxAgeMs: number; maxBytes: number }

/** Thirty days, two gigabytes. */
export const DEFAULT_RETENTION: Retention = { maxAgeMs: 30 * 24 * 3600_000, maxBytes: 2 * 2 ** 30 }

/** Facts about a stream that retention needs. `bytes` includes its artifacts. */
export type StreamFacts = { stream: string; lastAt: number; bytes: number; cites: readonly string[] }

export type Kept = { stream: string; why: string }

/**
 * Chooses the streams to remove: those past the maximum age, then the oldest until the rest fits. The ledger's own streams,
 * controllers and open streams stay, and so does what a staying stream cites: its bytes are not freed.
 */
export function chooseExpired(
  facts: readonly StreamFacts[],
  retention: Retention,
  now: number,
  open: ReadonlySet<string>,
): { expired: string[]; kept: Kept[] } {
  const why = new Map<string, string>()
  const holdCited = ({ stream, cites }: StreamFacts): void => {
    for (const cited of cites) if (cited !== stream && !why.has(cited)) why.set(cited, `${stream} cites it`)
  }
  const unitsFrom = unitsIn(facts)
  const held = facts.filter(({ stream }) => whyKept(stream, open) !== null)
  for (const { stream } of held) why.set(stream, whyKept(stream, open) as string)
  for (const one of held.flatMap(unitsFrom).flat()) holdCited(one)

  let bytes = facts.reduce((sum, one) => sum + one.bytes, 0)
  const isDue = ({ lastAt }: StreamFacts): boolean => now - lastAt > retention.maxAgeMs || bytes > retention.maxBytes
  const byAge = facts.toSorted((a, b) => a.lastAt - b.lastAt)
  const expired: string[] = []
  // What a newer stream leads to is found from there, so it comes after all older streams.
  for (const unit of byAge.toReversed().map(unitsFrom).reverse().flat()) {
    if (unit.every((one) => isDue(one) && !why.has(one.stream))) {
      for (const one of unit) bytes -= one.bytes
      expired.push(...unit.map(({ stream }) => stream))
    } else for (const one of unit) holdCited(one)
  }
  const gone = new Set(expired)
  const kept = byAge.filter((one) => !isOwn(one.stream) && !gone.has(one.stream) && isDue(one))
  return { expired, kept: kept.map(({ stream }) => ({ stream, why: why.get(stream) ?? '' })) }
}

/** Finds what a stream leads to by citations and no earlier call found: citing streams first, circles as one unit. */
function unitsIn(facts: readonly StreamFacts[]): (from: StreamFacts) => StreamFacts[][] {
  const byName = new Map(facts.map((one) => [one.stream, one]))
  const seen = new Set<string>()
  return (from) => {
    const found: StreamFacts[] = []
    const path: { one: StreamFacts; next: number }[] = []
    const enter = (one: StreamFacts | undefined): void => {
      if (one === undefined || seen.has(one.stream)) return
      seen.add(one.stream)
      path.push({ one, next: 0 })
    }
    enter(from)
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const cited = last.one.cites[last.next++]
      if (cited !== undefined) enter(byName.get(cited))
      else {
        found.push(last.one)
        path.pop()
      }
    }
    return cutAtCircles(found.reverse())
  }
}

/** A unit ends where no later stream cites one of it. */
function cutAtCircles(streams: readonly StreamFacts[]): StreamFacts[][] {
  const lastCiter = new Map(streams.flatMap(({ cites }, at) => cites.map((cited) => [cited, at])))
  const units: StreamFacts[][] = []
  let end = -1
  for (const [at, one] of streams.entries()) {
    if (at > end) units.push([])
    units.at(-1)?.push(one)
    end = Math.max(end, at, lastCiter.get(one.stream) ?? at)
  }
  return units
}

const isOwn = (stream: string): boolean => stream.startsWith('admin/')

/** Says why an old stream stays, or returns null if it may go. */
function whyKept(stream: string, open: ReadonlySet<string>): string | null {
  if (isOwn(stream)) return 'the ledger itself needs it'
  if (stream.startsWith('controller/')) return 'its keys keep effects from happening twice'
  if (stream.startsWith('trust/')) return 'it holds what the project has learnt'
  return open.has(stream) ? 'its session is still open' : null
}
