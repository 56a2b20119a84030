import type { Json, JsonObject } from '../ledger/kinds.ts'

/** What the stream of one session, or of one subagent, says happened. Plain data. */
export type Session = {
  host: string | null
  session: string | null
  /** The subagent it is the stream of; null for a session of its own. */
  agent: { id: string; type: string } | null
  parent: { host: string; stream: string | null } | null
  cwd: string | null
  /** What checks get of the host's environment; null where nobody recorded it. */
  environment: { [name: string]: string } | null
  model: string | null
  /** How it began, in the host's words; `unannounced` where we came in later. */
  source: string | null
  startedAt: string | null
  lastAt: string | null
  ended: { at: string; reason: string | null } | null
  /** What happened before a person's prompt opened a turn. In a subagent's stream that is everything. */
  before: Step[]
  turns: Turn[]
  blindSpots: BlindSpot[]
  compared: Compared
}

/** A recorded text; one that was too long for its entry is stored apart. */
export type Text = string | StoredText

export type StoredText = { artifact: string; sha256: string; bytes: number }

/** From a person's prompt to the next. */
export type Turn = { seq: number; at: string; prompt: Text; steps: Step[] }

/** One thing that happened, in the order of the entries. */
export type Step =
  | Call
  | Validation
  | StepOf<'notice', { origin: string; text: Text; task: TaskEnd | null }>
  | StepOf<'stop', { message: Text | null; background: number }>
  | RecordedJudgement
  | Waiver
  | StepOf<'block', { reason: Text | null }>
  | StepOf<'failure', { error: Text | null; message: Text | null }>
  | StepOf<'compaction', { phase: string | null; trigger: string | null }>
  | StepOf<'settings', { source: string | null; path: string | null; isRefused: boolean }>
  | StepOf<'agent', { agent: string; type: string; stream: string | null; stoppedAt: string | null }>
  | StepOf<'linked', { host: string; stream: string | null }>
  | StepOf<'restart', { source: string | null }>
  | StepOf<'end', { reason: string | null }>

type StepOf<Kind extends string, Fields> = { kind: Kind; seq: number; at: string } & Fields

/** A tool call: proposed, or known only by its end or from the host's transcript. */
export type Call = StepOf<
  'call',
  {
    id: string | null
    tool: string
    input: Json
    /** What it ran with, where that is not what was proposed. */
    ranWith: Json | null
    /** Whether only the host's transcript shows it: no hook was called. */
    isUnseen: boolean
    /** The code it was denied with before it was made; null where it was let through. */
    denied: string | null
    /** What the checks found about it; empty where nothing was. */
    flags: Flag[]
    /** Null where no result was reported. */
    end: End | null
    /** How it ended in the background, as the host told the agent. */
    task: TaskEnd | null
  }
>

/** A finding of the dispatch checks; `said` quotes the call. */
export type Flag = { code: string; said: string }

/** What a validator said. */
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
    /** Of the workspace that it left, and the commit there. */
    fingerprint: string | null
    head: string | null
    /** The hash of the policy that bound it. */
    policy: string | null
    /** Where a pass was taken over from. */
    reused: { stream: string; seq: number } | null
    /** The tests that failed; null where they were not all told. */
    failures: string[] | null
  }
>

/** How the claims of a final message were judged. */
export type RecordedJudgement = StepOf<
  'judgement',
  {
    verdict: TurnVerdict
    claims: { type: string; level: string | null; hedged: boolean; quote: string }[]
    findings: JudgedFinding[]
    notes: { code: string; subject: string; quote: string; seqs: number[] }[]
    /** How often the turn had been held back, this time included, and how often it may be. */
    blocks: number
    budget: number
    fingerprint: string | null
    policy: string | null
    /** The code of what went wrong in the gate itself, and a sentence about it. */
    failed: string | null
    detail: string | null
  }
>

/** One thing that is not so, as it was found. */
export type JudgedFinding = {
  code: string
  subject: string
  mode: string
  quote: string | null
  validator: string | null
  detail: string
  seqs: number[]
}

/** A person let a claim pass. */
export type Waiver = StepOf<'waiver', { claim: string; reason: string }>

/** A task in the background that has ended. */
export type TaskEnd = { seq: number; at: string; status: string | null; exit: number | null }

/**
 * How a call ended. `refused`: it never ran (bad arguments, not permitted). `running`: it continues in the background.
 * `unknown`: the host does not say.
 */
export const STATUSES = ['succeeded', 'failed', 'refused', 'interrupted', 'running', 'unknown'] as const
export type Status = (typeof STATUSES)[number]

/**
 * How a turn ended, as far as its words go. These names are stable.
 * - `unclaimed`: nothing was claimed that would need evidence.
 * - `earned`: everything that was claimed is supported.
 * - `warned`: something is not, and is only warned about.
 * - `blocked`: something is not, and the agent goes on.
 * - `capped`: something is not, and the turn was held back as often as it may be.
 * - `waiting`: something is not, and tasks in the background still run that may see to it.
 * - `unsupervised`: the gate could not judge, and let go.
 */
export const TURN_VERDICTS = ['unclaimed', 'earned', 'warned', 'blocked', 'capped', 'waiting', 'unsupervised'] as const
export type TurnVerdict = (typeof TURN_VERDICTS)[number]

/** How a call ended. */
export type End = {
  seq: number
  at: string
  status: Status
  exit: number | null
  /** As the host reported it, or the time between the two entries, which includes what a person took to agree. */
  duration: { ms: number; from: 'host' | 'entries' } | null
  /** What else than an event of its own showed it. */
  shownBy: string | null
  /** The end of what it printed. */
  said: Text | null
}

/** What this host, or this session, cannot show. */
export type BlindSpot = { code: string; seq: number; detail: string | null }

/** What holding the host's transcript against the ledger gave, and how often it could not be read. */
export type Compared = { times: number; unreadable: number; unseen: number; malformed: number; skippedBytes: number }

/** Every step, of every turn and before. */
export const stepsOf = ({ before, turns }: Session): Step[] => [...before, ...turns.flatMap(({ steps }) => steps)]
