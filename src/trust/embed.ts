import type { Call } from './call.ts'
import type { Category } from './patterns.ts'
import type { ExtraScorer } from './risk.ts'
import { type Calibration, calibrated } from './space.ts'

/** Turns a call into a vector, for example with an embedding model. */
export type Embed = (call: Call) => readonly number[]

/** A remembered call as a vector; `category` is null for an exemplar. */
export type Embedded = { vector: readonly number[]; category: Category | null }

/**
 * An additional scorer that compares vectors: similarity to the nearest danger pattern minus similarity to the nearest
 * exemplar. `calibration` names the two differences that one ordinary call in a hundred and one in twenty exceed. Off
 * unless the caller passes it to `riskOf`; two of them keep the number of scorers odd.
 */
export const embeddingScorer = (
  name: string,
  embed: Embed,
  remembered: readonly Embedded[],
  calibration: Calibration,
): ExtraScorer => ({
  name,
  score(call) {
    const vector = embed(call)
    const nearest = (isDanger: boolean): number =>
      remembered
        .filter(({ category }) => (category !== null) === isDanger)
        .reduce((most, one) => Math.max(most, cosine(vector, one.vector)), 0)
    return calibrated(nearest(true) - nearest(false), calibration)
  },
})

function cosine(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) throw new RangeError(`Vectors of ${a.length} and ${b.length} numbers cannot be compared.`)
  let [product, squaresA, squaresB] = [0, 0, 0]
  for (const [i, value] of a.entries()) {
    const other = b[i] ?? 0
    product += value * other
    squaresA += value * value
    squaresB += other * other
  }
  return product / (Math.sqrt(squaresA * squaresB) || 1)
}
