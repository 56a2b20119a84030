import type { Baseline, Counts } from '../../policy/baseline.ts'
import type { KeptRun, Recorded } from '../../policy/floor.ts'
import type { Policy } from '../../policy/policy.ts'
import type { Environment } from '../../process/environment.ts'
import type { Start } from '../changes/start.ts'
import type { Fingerprint } from '../fingerprint/fingerprint.ts'
import type { SeenCall, TurnRecord } from '../turn.ts'
import type { Grade } from './outcome.ts'

/** Everything that validators need from outside. The caller provides it. */
export type ValidatorWorld = {
  /** The project's folder, by its real path. */
  root: string
  policy: Policy
  /** Hashes of pinned files at approval; null if nobody approved the policy here. */
  pinned: { [pin: string]: string | null } | null
  environment: Environment
  /** The grade of a run in that environment. */
  grade: Grade
  turn: TurnRecord
  /** All calls of the session. */
  calls(): readonly SeenCall[]
  /** The content that the turn started with; null if it was not recorded. `load` returns null if it is missing. */
  start: { content: string; load(): Start | null } | null
  /** Recorded test counts, by command. */
  baselines: {
    find(words: readonly string[], cwd: string): Baseline
    keep(words: readonly string[], cwd: string, counts: Counts): void
  }
  /** Recorded runs, by command: on the turn's starting content, or else the last pass. */
  floors: {
    find(words: readonly string[], cwd: string): Recorded
    /** The last pass, on whatever content. */
    last(words: readonly string[], cwd: string): Recorded
    /** The run on some content, in any session. */
    on(words: readonly string[], cwd: string, fingerprint: string): Recorded
    keep(words: readonly string[], cwd: string, fingerprint: string, run: KeptRun): void
  }
  /** Fingerprints the current workspace. Throws `WorkspaceUnknown` if it cannot be fingerprinted. */
  fingerprint(): Promise<Fingerprint>
  signal: AbortSignal
}

/** The workspace could not be fingerprinted. */
export class WorkspaceUnknown extends Error {}
