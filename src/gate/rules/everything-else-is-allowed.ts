import type { Ruling } from '../verdict.ts'

/** Rule 4: everything else is allowed: bad ideas, wrong work, repeated failure. */
export const everythingElseIsAllowed = (): Ruling => ({ verdict: 'ALLOW', code: 'ALLOWED' })
