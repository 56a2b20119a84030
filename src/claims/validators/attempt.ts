import type { RunResult } from '../../process/result.ts'
import type { Fingerprint } from '../fingerprint/fingerprint.ts'

/** One run of a command: how it ended, the report it wrote, and the workspace before and after. */
export type Attempt = RunResult & { report: Report; before: Fingerprint; after: Fingerprint }

/** A report that this run wrote, or what is there in its place; `none` where none is asked for. */
export type Report = { kind: 'written'; bytes: Buffer } | { kind: 'none' | 'absent' | 'left-over' | 'unreadable' }
