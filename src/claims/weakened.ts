/** A test of the turn's starting content that no longer counts, and how; `not read`: a changed file whose tests nobody knows. */
export type Weakened = { test: string; how: 'gone' | 'emptied' | 'skipped' | 'expected to fail' | 'not read' }
