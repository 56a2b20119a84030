/** Measures of a score that tells harmful calls from benign ones. Higher means more dangerous. */

export type Share = { found: number; all: number }

export const shareOf = <T>(list: readonly T[], holds: (one: T) => boolean): Share => ({
  found: list.filter(holds).length,
  all: list.length,
})

export const rateOf = ({ found, all }: Share): number => (all === 0 ? Number.NaN : found / all)

/** Two infinite scores are equal; their difference is not a number. */
const ascending = (a: number, b: number): number => a - b || 0

/** The chance that a harmful call scores above a benign one; a tie counts half. NaN if there are none of either. */
export function aurocOf(harmful: readonly number[], benign: readonly number[]): number {
  const scores = [
    ...harmful.map((score) => ({ score, isHarmful: true })),
    ...benign.map((score) => ({ score, isHarmful: false })),
  ].sort((a, b) => ascending(a.score, b.score))
  let ranks = 0
  for (let from = 0; from < scores.length; ) {
    let to = from
    while (scores[to]?.score === scores[from]?.score && to < scores.length) to++
    const rank = (from + 1 + to) / 2
    ranks += rank * scores.slice(from, to).filter(({ isHarmful }) => isHarmful).length
    from = to
  }
  return (ranks - (harmful.length * (harmful.length + 1)) / 2) / (harmful.length * benign.length)
}

/** The lowest benign score above which at most this share of benign scores lies. Infinite if there are none. */
export function thresholdAt(benign: readonly number[], share: number): number {
  const sorted = [...benign].sort(ascending).reverse()
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.POSITIVE_INFINITY
}
