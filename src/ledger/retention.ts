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
  const staying = new Staying(facts)
  const expired: string[] = []
  const kept = new Map<StreamFacts, string>()
  const isDue = ({ lastAt }: StreamFacts): boolean =>
    now - lastAt > retention.maxAgeMs || staying.bytes > retention.maxBytes
  const waiting = facts.toSorted((a, b) => a.lastAt - b.lastAt).reverse()
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (isOwn(one.stream) || !staying.has(one) || !isDue(one)) continue
    const group = staying.groupOf(one)
    const mayGo = group?.every((other) => isDue(other) && whyKept(other.stream, open) === null) === true
    if (!mayGo) {
      kept.set(one, whyKept(one.stream, open) ?? `${staying.citer(one)} cites it`)
      continue
    }
    for (const gone of group) {
      staying.remove(gone)
      expired.push(gone.stream)
      kept.delete(gone)
    }
    // Nothing may cite these any more.
    waiting.push(...group.flatMap(staying.citedBy))
  }
  const still = [...kept].filter(([one]) => isDue(one))
  return { expired, kept: still.map(([{ stream }, why]) => ({ stream, why })) }
}

/** The streams that are not chosen, and who cites whom among them. */
class Staying {
  bytes = 0
  readonly #facts = new Map<string, StreamFacts>()
  readonly #citers = new Map<string, StreamFacts[]>()

  constructor(facts: readonly StreamFacts[]) {
    for (const one of facts) {
      this.bytes += one.bytes
      this.#facts.set(one.stream, one)
      for (const cited of one.cites) {
        const citers = this.#citers.get(cited)
        if (citers === undefined) this.#citers.set(cited, [one])
        else citers.push(one)
      }
    }
  }

  has = ({ stream }: StreamFacts): boolean => this.#facts.has(stream)

  remove({ stream, bytes }: StreamFacts): void {
    if (this.#facts.delete(stream)) this.bytes -= bytes
  }

  citedBy = ({ cites }: StreamFacts): StreamFacts[] => cites.flatMap((stream) => this.#facts.get(stream) ?? [])

  /** The first other stream that cites this one. */
  citer = (one: StreamFacts): string => this.#citing(one).find(({ stream }) => stream !== one.stream)?.stream ?? ''

  /** The stream and those that cite it, if they all cite each other; null if another one cites it. */
  groupOf(one: StreamFacts): StreamFacts[] | null {
    const citing = reached(one, this.#citing)
    if (citing.size === 1) return [one]
    const cited = reached(one, this.citedBy)
    return [...citing].every((other) => cited.has(other)) ? [...citing] : null
  }

  #citing = ({ stream }: StreamFacts): StreamFacts[] => (this.#citers.get(stream) ?? []).filter(this.has)
}

function reached(from: StreamFacts, next: (one: StreamFacts) => StreamFacts[]): Set<StreamFacts> {
  const all = new Set([from])
  // A set also visits what is added while it is walked.
  for (const one of all) for (const other of next(one)) all.add(other)
  return all
}

const isOwn = (stream: string): boolean => stream.startsWith('admin/')

/** Says why an old stream stays, or returns null if it may go. */
function whyKept(stream: string, open: ReadonlySet<string>): string | null {
  if (isOwn(stream)) return 'the ledger itself needs it'
  if (stream.startsWith('controller/')) return 'its keys keep effects from happening twice'
  if (stream.startsWith('trust/')) return 'it holds what the project has learnt'
  return open.has(stream) ? 'its session is still open' : null
}
