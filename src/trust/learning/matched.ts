import type { Risk } from '../risk.ts'
import type { Neighbour } from '../scorers/scorer.ts'

/** A pattern that is at least this similar to a call has matched it. */
const MATCH = 0.6

/** The danger patterns that a call matches, for any scorer. */
export function matchedIn({ opinions }: Pick<Risk, 'opinions'>): string[] {
  const found = opinions.flatMap(({ danger, ownDanger }) =>
    [danger, ownDanger].flatMap((one) => (one !== null && isMatch(one) ? [one] : [])),
  )
  return [...new Set(found.map(({ of, index }) => of.member(index).id))]
}

/** A similarity includes the pattern's weight. Without that, a pattern that counts less would never match again. */
const isMatch = ({ similarity, of, index }: Neighbour): boolean =>
  similarity * 255 >= MATCH * (of.weights[index] ?? Number.POSITIVE_INFINITY)
