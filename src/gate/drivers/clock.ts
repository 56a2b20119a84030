/** Where a run's time comes from. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls back once, after so long; what it returns takes that back. */
  after(ms: number, act: () => void): () => void
}

export const realClock: Clock = {
  now: () => Date.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}
