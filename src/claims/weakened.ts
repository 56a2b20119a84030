/** A test of the turn's starting content that no longer counts, and how. */
export type Weakened = { test: string; how: 'gone' | 'emptied' | 'skipped' | 'expected to fail' }
