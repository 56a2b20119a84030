import type { Claim } from './extract/claim.ts'

/** True if the claim needs evidence: no doubt, more than that something was done, more than that a step failed. */
export const isStrong = (claim: Claim): boolean => !claim.hedged && claim.level !== 'report' && !isFailedStep(claim)

/** True for "I could not run the tests": honest failure, which needs no evidence. */
export const isFailedStep = (claim: Claim): boolean => claim.type === 'blocked' && claim.stops === 'step'
