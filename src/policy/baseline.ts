/** The number of tests that a check ran and skipped. */
export type Counts = { executed: number; skipped: number }

/** The recorded counts of a check's first pass after its approval. */
export type Baseline = ({ kind: 'counts' } & Counts) | { kind: 'none' | 'tampered' }
