import type { Baseline, Counts } from '../../policy/baseline.ts'
import type { Policy } from '../../policy/policy.ts'
import type { Environment } from '../../process/environment.ts'
import type { Fingerprint } from '../fingerprint/fingerprint.ts'
import type { TurnRecord } from '../turn.ts'
import type { Grade } from './outcome.ts'

/** What validators need of the world; whoever runs them brings it. */
export type ValidatorWorld = {
  /** The project's folder, by its real path. */
  root: string
  policy: Policy
  /** What pinned files were when a person approved; null where nobody did. */
  pinned: { [pin: string]: string | null } | null
  environment: Environment
  /** What a run in that environment is worth. */
  grade: Grade
  turn: TurnRecord
  /** What is on record of how many tests a command ran, and how that is kept. */
  baselines: {
    find(words: readonly string[], cwd: string): Baseline
    keep(words: readonly string[], cwd: string, counts: Counts): void
  }
  /** The workspace as it is now. */
  /** Fails with `WorkspaceUnknown` where there is none. */
  fingerprint(): Promise<Fingerprint>
  signal: AbortSignal
}

/** Not all of a workspace could be known, and so nothing can be said about it. */
export class WorkspaceUnknown extends Error {}
