import type { Category } from '../trust/patterns.ts'
import type { Pattern, TrustState } from '../trust/state.ts'

/** A pattern that a project has learnt, as people look at it. */
export type LearntPattern = {
  id: string
  about: string
  category: Category
  /** 0: archived. */
  weight: number
  /** The weight that taking the last change back would restore; null if there is no change left to take back. */
  earlier: number | null
  at: string
  /** Scored calls since it was learnt, and since a call or harm last matched it. */
  callsSinceLearnt: number
  callsSinceMatch: number
}

/** All patterns that a project has learnt, archived ones included, the newest first. */
export const learntPatterns = (state: TrustState): LearntPattern[] =>
  Object.values(state.patterns)
    .sort((a, b) => b.addedAt - a.addedAt || (a.id < b.id ? -1 : 1))
    .map((pattern) => learntPattern(pattern, state))

export const learntPattern = (pattern: Pattern, { calls }: Pick<TrustState, 'calls'>): LearntPattern => {
  const { id, about, category, weight, before, at, addedAt, matchedAt } = pattern
  const earlier = before.at(-1) ?? null
  return {
    id,
    about,
    category,
    weight,
    earlier,
    at,
    callsSinceLearnt: calls - addedAt,
    callsSinceMatch: calls - matchedAt,
  }
}
