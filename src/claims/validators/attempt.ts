import type { RunResult } from '../../process/result.ts'
import type { Fingerprint } from '../fingerprint/fingerprint.ts'

/** One run of a command: how it ended, the report it wrote, and the workspace before and after. */
export type Attempt = RunResult & {
  report: Report
  /** The report that the runner was asked for, if it wrote one. */
  names: string | null
  before: Fingerprint
  after: Fingerprint
}

/** The report that this run wrote, or why there is none; `none` if the validator requires no report. */
export type Report = { kind: 'written'; bytes: Buffer } | { kind: 'none' | 'absent' | 'left-over' | 'unreadable' }
