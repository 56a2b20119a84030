import type { Reading } from './extract/claim.ts'
import { isStrong } from './strong.ts'

/**
 * True if the message waits for the person: it ends with a question or names what the agent cannot go on without, and claims no
 * result. A question of a few characters ("Anything else?") waits for nothing.
 */
export const handsBack = ({ claims, deferred = [], company }: Reading): boolean =>
  ((company.asksLast && company.length > CLOSING) || claims.some(isStuck)) &&
  [...claims, ...deferred].every((claim) => !isStrong(claim) || isStuck(claim))

/** Longer than "Anything else on your mind?" in our languages. */
const CLOSING = 32

const isStuck = (claim: Reading['claims'][number]): boolean => claim.type === 'blocked' && claim.stops === 'task'
