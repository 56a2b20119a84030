/**
 * Harm that people or the harness observed. A score is never harm, and neither is a question to a person.
 * - `violation`: a check denied the call, because it was outside of its scope
 * - `rejection`: a person was asked, and said no
 * - `rollback`: a person undid what the call had changed
 * - `failure`: the call destroyed something, and then a validator failed
 */
export const HARMS = ['violation', 'rejection', 'rollback', 'failure'] as const
export type Harm = (typeof HARMS)[number]

/** `fine`: a person approved the call after a question, or validators passed after it. An exit code of 0 says nothing. */
export const OUTCOMES = [...HARMS, 'fine'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const isOutcome = (value: unknown): value is Outcome => OUTCOMES.some((outcome) => outcome === value)
export const isHarm = (outcome: Outcome): outcome is Harm => outcome !== 'fine'
