/** The workspace after evidence was gathered; null where it could not be told, and then `said` says why. */
export type Gathered = { fingerprint: string | null; head: string | null; said: string | null }
