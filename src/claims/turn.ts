import type { Json } from '../ledger/kinds.ts'
import type { Writer } from './changes/writers.ts'
import type { Weakened } from './weakened.ts'

/** The ledger's record of the turn in which a claim was made; validators and claims are judged against it. */
export type TurnRecord = {
  calls: readonly SeenCall[]
  /** Validator results since the person's prompt. */
  validations: readonly SeenValidation[]
  /** Earlier validator results from this session. */
  earlier: readonly SeenValidation[]
  /** The subagents of the session, with the time at which each last stopped: null if it still works. */
  agents?: readonly { readonly stoppedAt: string | null }[]
  /**
   * The files that the turn changed, by content; null if that is unknown. `restored` are files that others had changed and that
   * the turn put back as an older commit has them.
   */
  changes: {
    readonly paths: readonly string[]
    readonly total: number
    readonly restored: readonly string[]
    /** The names of the tests that others committed in the turn; absent if there are none. */
    readonly theirs?: readonly string[]
    /** Files changed, but no call of the turn can have done it. */
    readonly beside?: true
  } | null
}

/** A tool call as reported by its host. */
export type SeenCall = {
  seq: number
  tool: string
  input: Json
  /** The command line if the tool is a shell. */
  command: string | null
  /** The paths it was seen to write. */
  written: readonly string[]
  /**
   * `changed`: it may have changed files. `acted`: it did more than look and run tests, and is not known to have failed.
   * `committed`: it created or brought in commits. `deployed`: it deployed something.
   */
  changed: boolean
  acted: boolean
  committed: boolean
  deployed: boolean
  /** The files that it may have written; null if it did not run. */
  writer: Writer | null
  /** The folders in which it ran anything that may change files. */
  folders: readonly string[]
  /** The paths that these commands name, to read or to write. */
  reached: readonly string[]
  /** Messages of the commits and pull requests that the call created. */
  messages: readonly string[]
  /** True if it is still running in the background. */
  isRunning: boolean
  /** The result of the call; null if unknown. */
  end: 'succeeded' | 'failed' | null
  exit: number | null
  /** The tail of its output. */
  said: string
  /** Its whole output; absent if nobody needs it. */
  output?: string
}

/** A recorded validator result. */
export type SeenValidation = {
  seq: number
  at?: string
  validator: string
  result: 'passed' | 'failed' | 'refused'
  code: string | null
  said: string
  words: readonly string[]
  /** Arguments given beyond the minimum, and the numbers it ran with. */
  given: { readonly [name: string]: Json }
  numbers: { readonly [name: string]: number }
  /** The grade of the pass: Bailiff executed it, or a host only reported it. */
  grade: 'executed' | 'reported' | null
  /** The workspace content it checked, and the commit. */
  fingerprint: string | null
  head: string | null
  /** The hash of the policy that bound it. */
  policy: string | null
  /** The tests that failed; null if the list is incomplete. */
  failures: readonly string[] | null
  /** The failed tests that did not fail when the turn began; empty if nothing got worse, absent if that is unknown. */
  worse?: readonly string[]
  /** The failed tests that did not exist when the turn began; absent if that is unknown. */
  added?: readonly string[]
  /** The titles of the tests in files that did not load; absent if all of them did. */
  inside?: readonly string[]
  /** The tests that failed on the same content before it passed; absent if none did. */
  flaky?: readonly string[]
  /** The tests that it missed; absent if it missed none. */
  weakened?: readonly Weakened[]
  /** The files that differed from the turn's start, each as `<content> <path>`; absent if that is unknown. */
  sinceStart?: readonly string[]
  /** The entry of the pass that was reused; null or absent if it ran itself. */
  reused?: { readonly stream: string; readonly seq: number } | null
  /** How long its commands ran; absent if it ran none. */
  durationMs?: number
  /** True if it ended in the background, after its stop, and the content was the same all the time. */
  isLate?: boolean
}
