/** The outcome of an effect. `not-done`: nothing changed, for certain, so another attempt is permitted. `unknown`: neither is certain. */
export const OUTCOMES = ['done', 'not-done', 'unknown'] as const
export type EffectOutcome = (typeof OUTCOMES)[number]
