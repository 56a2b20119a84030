/** The workspace after evidence was gathered; null if it could not be fingerprinted, and `said` says why. */
export type Gathered = { fingerprint: string | null; head: string | null; said: string | null }
