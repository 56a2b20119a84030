import type { Risk } from '../risk.ts'

/** A pattern that is at least this similar to a call has matched it. */
const MATCH = 0.6

/** The danger patterns that a call matches, for any scorer. */
export function matchedIn({ opinions }: Pick<Risk, 'opinions'>): string[] {
  const found = opinions.flatMap(({ danger, ownDanger }) =>
    [danger, ownDanger].flatMap((one) => (one !== null && one.similarity >= MATCH ? [one] : [])),
  )
  return [...new Set(found.map(({ of, index }) => of.member(index).id))]
}
