import type { JsonObject } from '../ledger/kinds.ts'

/** A recorded run of a check, or why there is none. */
export type Recorded = { kind: 'run'; run: JsonObject } | { kind: 'none' | 'tampered' }

/** A run to keep. A run that failed says what its content holds, but is no floor for other content. */
export type KeptRun = { run: JsonObject; isPass: boolean }
