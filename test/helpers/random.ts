/** Random numbers, reproducible by seed. */
export type Random = { below(limit: number): number; pick<T>(list: readonly T[]): T }

/** A linear congruential generator: poor, but the same everywhere, and good enough to choose moments. */
export function makeRandom(seed: number): Random {
  let state = BigInt(seed) + 1n
  const below = (limit: number): number => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn
    return Number((state >> 33n) % BigInt(limit))
  }
  return { below, pick: (list) => list[below(list.length)] as never }
}
