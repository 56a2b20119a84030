import type { Json, JsonObject } from '../ledger/kinds.ts'
import type { Decider } from './who.ts'

/** The state of one session or one subagent, folded from its stream. Plain data. */
export type Session = {
  host: string | null
  session: string | null
  /** The subagent that the stream belongs to; null for a session. */
  agent: { id: string; type: string } | null
  parent: { host: string; stream: string | null } | null
  cwd: string | null
  /** The variables that checks get from the host's environment; null if they were not recorded. */
  environment: { [name: string]: string } | null
  model: string | null
  /** The way it began, in the host's words; `unannounced` if recording began later. */
  source: string | null
  startedAt: string | null
  lastAt: string | null
  ended: { at: string; reason: string | null } | null
  /** The steps before a person's first prompt. In a subagent's stream these are all steps. */
  before: Step[]
  turns: Turn[]
  blindSpots: BlindSpot[]
  compared: Compared
}

/** Recorded text; an artifact if it was too long for its entry. */
export type Text = string | StoredText

export type StoredText = { artifact: string; sha256: string; bytes: number }

/** One turn: from a person's prompt to the next. */
export type Turn = {
  seq: number
  at: string
  prompt: Text
  /** The content that it started with: the hash of the artifact, and the fingerprint; null if that was not recorded. */
  start: { sha256: string; content: string } | null
  steps: Step[]
}

/** One thing that happened, in the order of the entries. */
export type Step =
  | Call
  | Validation
  | StepOf<'notice', { origin: string; text: Text; task: TaskEnd | null }>
  | StepOf<'stop', { message: Text | null; background: number }>
  | StepOf<'reading', MessageRead & { why: string | null }>
  | RecordedJudgement
  | Waiver
  | StepOf<'changes', TurnChanges>
  | Acceptance
  | StepOf<'block', { reason: Text | null }>
  /** The last stop was never judged. */
  | StepOf<'unanswered', object>
  /** The turn ended although its stop was blocked; `by` is `hook` if the host says that another hook ended it. */
  | StepOf<'overruled', { by: string | null }>
  | StepOf<'failure', { error: Text | null; message: Text | null }>
  | StepOf<'compaction', { phase: string | null; trigger: string | null }>
  | StepOf<'settings', { source: string | null; path: string | null; isRefused: boolean }>
  | StepOf<'agent', { agent: string; type: string; stream: string | null; stoppedAt: string | null }>
  | StepOf<'linked', { host: string; stream: string | null }>
  | StepOf<'restart', { source: string | null }>
  | StepOf<'end', { reason: string | null }>

/** Claims and gaps that a model added to a message, and the hash of the prompt that it got. */
export type MessageRead = { model: string; promptHash: string; claims: ReadItem[]; gaps: ReadItem[] }

/** A claim, by its type, or a gap, by its kind; `quote` is the exact text between `start` and `end`. */
export type ReadItem = { type: string; quote: string; start: number; end: number }

/**
 * The files that a turn changed; `paths` lists as many as fit in an entry. `restored` are files that others had changed and
 * that the turn put back as an older commit has them. `theirs` are tests that others committed in the turn. `beside`: files changed, but no
 * call of the turn can have done it.
 */
type TurnChanges = { paths: string[]; total: number; restored: string[]; theirs?: string[]; beside?: true }

type StepOf<Kind extends string, Fields> = { kind: Kind; seq: number; at: string } & Fields

/** A tool call: proposed, or known only by its end or from the host's transcript. */
export type Call = StepOf<
  'call',
  {
    id: string | null
    tool: string
    input: Json
    /** The folder that it started in; null if the host did not say. */
    cwd: string | null
    /** The input it ran with, if that differs from the proposed input. */
    ranWith: Json | null
    /** True if only the host's transcript shows it: no hook was called. */
    isUnseen: boolean
    /** The code it was denied with; null if it was let through. */
    denied: string | null
    /** The findings from the dispatch checks. */
    flags: Flag[]
    /** True if a check would have asked a person, but there was no one to ask. */
    isUnasked: boolean
    /** True if the host asked a person about it. */
    isAsked: boolean
    /** The risk score; null if the call was not scored. */
    risk: { score: number | null; isEscalated: boolean; matched: readonly string[] } | null
    /** Null if no result was reported. */
    end: End | null
    /** The end of its background task, according to the host. */
    task: TaskEnd | null
  }
>

/** A finding from the dispatch checks; `said` quotes the call. */
export type Flag = { code: string; said: string }

/** The result of a validator. */
export type Validation = StepOf<
  'validation',
  {
    claim: string
    validator: string
    result: 'passed' | 'failed' | 'refused'
    code: string | null
    said: string
    words: string[]
    given: JsonObject
    numbers: { [name: string]: number }
    grade: 'executed' | 'reported' | null
    /** The workspace after the run; `head` is its commit. */
    fingerprint: string | null
    head: string | null
    /** The hash of the policy that bound it. */
    policy: string | null
    /** The entry of the pass that was reused. */
    reused: { stream: string; seq: number } | null
    /** The tests that failed; null if the list is incomplete. */
    failures: string[] | null
    /** The tests that failed on the same content before it passed; absent if none did. */
    flaky?: string[]
    /** The tests that it missed; absent if it missed none. */
    weakened?: WeakenedTest[]
    /** The files that differed from the turn's start, each as `<content> <path>`; absent if that is unknown. */
    sinceStart?: string[]
    /** How long its commands ran; absent if it ran none. */
    durationMs?: number
    /** True if it ended in the background, after its stop, and the content was the same all the time. */
    isLate: boolean
  }
>

/** The judgement of the claims in a final message. */
export type RecordedJudgement = StepOf<
  'judgement',
  {
    verdict: TurnVerdict
    /** `readBy` is the model that read it; absent if the rules did. */
    claims: { type: string; level: string | null; hedged: boolean; quote: string; readBy?: string }[]
    findings: JudgedFinding[]
    notes: { code: string; subject: string; quote: string; seqs: number[]; readBy?: string }[]
    /** The number of times the turn was blocked, including this one, and the maximum. */
    blocks: number
    budget: number
    fingerprint: string | null
    policy: string | null
    /** The code of the gate's own failure, and a sentence about it. */
    failed: string | null
    detail: string | null
    /** The background tasks still running for which this stop or an earlier one has waited. */
    waitedFor: string[]
    /** Tests that vanished or were disabled in this turn or an earlier one of the session. */
    weakened: WeakenedTest[]
    /** The support files of tests that the turn changed; none if no claim stood on tests. */
    supportFiles: string[]
    /** The checks that were still running; null unless the verdict is `checking`. */
    checking: Checking | null
    /** The seq of the stop, if the verdict came after the turn had ended; 0 if the stop was in the spool. */
    of: number | null
  }
>

/** A test that no longer counts, and how. */
export type WeakenedTest = { test: string; how: (typeof HOWS)[number] }
export const HOWS = ['gone', 'emptied', 'skipped', 'expected to fail', 'not read'] as const

/** Checks that continue in the background after a stop: their names, their process, and the time by which it ends. */
export type Checking = { checks: string[]; since: string; until: string; process: CheckProcess | null }

/** A process as other processes recognise it: pids are reused, and mean something only on one machine. */
export type CheckProcess = { pid: number; start: string; boot: string; place: string }

/** One finding, as recorded. */
export type JudgedFinding = {
  code: string
  subject: string
  mode: string
  quote: string | null
  validator: string | null
  detail: string
  seqs: number[]
  readBy?: string
}

/** A claim that a person waived. */
export type Waiver = StepOf<'waiver', { claim: string; reason: string; decider: Decider | null }>

/** Weakened tests that a person accepted. */
export type Acceptance = StepOf<'acceptance', { tests: string[]; decider: Decider | null }>

/** A background task that has ended. */
export type TaskEnd = { seq: number; at: string; status: string | null; exit: number | null }

/**
 * The result of a call. `refused`: it never ran (bad arguments, not permitted). `running`: it continues in the background.
 * `unknown`: the host does not say.
 */
export const STATUSES = ['succeeded', 'failed', 'refused', 'interrupted', 'running', 'unknown'] as const
export type Status = (typeof STATUSES)[number]

/**
 * The verdict on a turn's claims. These names are stable.
 * - `unclaimed`: no claim needs evidence.
 * - `earned`: evidence supports every claim.
 * - `warned`: some claims are not earned; warning only.
 * - `blocked`: some claims are not earned, and the agent continues.
 * - `capped`: some claims are not earned, but the block budget is used up, so the turn was allowed to end.
 * - `open`: the agent said that something is open, or it stayed so after the agent was held back for it; never earned.
 * - `red`: only tests that are new in this turn fail, and the agent announced that.
 * - `waiting`: some claims lack evidence that running background tasks may still bring; no check failed.
 * - `unsupervised`: the gate could not judge, and let the turn end.
 * - `checking`: a check takes longer than a stop may, and continues in the background; not earned.
 * - `failed`: a check that continued in the background failed; at a stop it would have blocked the turn.
 * - `superseded`: the content changed before a check in the background ended, so its result does not count.
 * - `asking`: the agent waits for the person; its work is judged at a later stop.
 * - `deferred`: a subagent's stop; its claims and its work are judged at the stop of its lead.
 */
export const TURN_VERDICTS = [
  'unclaimed',
  'earned',
  'warned',
  'blocked',
  'capped',
  'open',
  'red',
  'waiting',
  'unsupervised',
  'checking',
  'failed',
  'superseded',
  'deferred',
  'asking',
] as const
export type TurnVerdict = (typeof TURN_VERDICTS)[number]

/** The end of a call. */
export type End = {
  seq: number
  at: string
  status: Status
  exit: number | null
  /** As the host reported it, or the time between the two entries, which includes a person's time to approve the call. */
  duration: { ms: number; from: 'host' | 'entries' } | null
  /** True if the host says that a person refused the call. */
  isByPerson: boolean
  /** The source that reported the end, if not the call's own event. */
  shownBy: string | null
  /** The end of its output. */
  said: Text | null
}

/** Something that this host or this session cannot show. */
export type BlindSpot = { code: string; seq: number; detail: string | null }

/** The blind spot that another hook on stops was added during the session. */
export const STOP_HOOK_ADDED = 'stop-hook-added'

/** The totals of comparing the host's transcript with the ledger; `unreadable` counts failed attempts. */
export type Compared = { times: number; unreadable: number; unseen: number; malformed: number; skippedBytes: number }

/** All steps: those before the first turn, then those of every turn. */
export const stepsOf = ({ before, turns }: Session): Step[] => [...before, ...turns.flatMap(({ steps }) => steps)]
