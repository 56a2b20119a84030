/** The clock of a run. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `act` once after `ms`. The returned function cancels it. */
  after(ms: number, act: () => void): () => void
}

export const realClock: Clock = {
  now: () => Date.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}
