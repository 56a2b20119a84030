/** How many tests a check ran and skipped. */
export type Counts = { executed: number; skipped: number }

/** What is on record of a check's first pass after a person approved it. */
export type Baseline = ({ kind: 'counts' } & Counts) | { kind: 'none' | 'tampered' }
