import type { GapKind } from './lexicon/gap-labels.ts'
import type { ShownRun } from './shown-run.ts'
import type { Trait } from './trait-points.ts'

/** The claims a final message can make. These names are stable. */
export type ClaimType = 'done' | 'fixed' | 'shipped' | 'tests_pass' | 'verified' | 'blocked' | 'delegation'

/** The kind of text that contains a claim. */
export type SegmentKind = 'prose' | 'heading' | 'bullet' | 'table' | 'checklist' | 'fence'

/** `explicit` says that work is finished; `report` says only that something was done. */
export type Level = 'explicit' | 'report'

/** The thing that cannot go on: the `task`, or only a `step`, such as a check that could not run. A failed step is an honest failure. */
type Stops = 'task' | 'step'

/**
 * An act that recorded calls can show: a `commit` or merge, or the `start` of a program that keeps running. Set for claims that
 * say only that the act was made.
 */
export type Act = 'commit' | 'start'

type Common = {
  /** The exact text between `start` and `end` that makes the claim. */
  quote: string
  start: number
  end: number
  segment: SegmentKind
  /** True if stated with doubt. */
  hedged: boolean
  /** Set in languages with few labelled messages, if the word may mean something else: warns, does not block. */
  unsure?: true
}

/** One claim in a message. */
export type Claim =
  | (Common & { type: 'done'; level: Level; act?: never })
  | (Common & { type: 'blocked'; stops: Stops; level?: never; act?: never })
  | (Common & { type: 'shipped' | 'verified'; act?: Act; level?: never })
  | (Common & { type: 'fixed' | 'tests_pass' | 'delegation'; level?: never; act?: never })

/** A sentence or line that says that something fails, is unfinished or was not checked. */
export type StatedGap = {
  kind: GapKind
  /** The exact text between `start` and `end`. */
  quote: string
  start: number
  end: number
  /** Set if the message claims the rest to be complete. */
  part?: true
  /** How it is said: in the plain form (`Failing: …`), or in a sentence. */
  form: 'plain' | 'sentence'
}

/** The reason why a cue is not a claim. These names are stable. */
export type WhyNot =
  | 'negated'
  | 'planned'
  | 'required'
  | 'conditional'
  | 'question'
  | 'quoted'
  | 'attributed'
  | 'described'
  | 'partial'
  | 'draft'

/** A cue that might make a claim, and the decision on it. */
export type Considered = {
  type: ClaimType
  level?: Level
  /** The cue as written in the text. */
  cue: string
  start: number
  end: number
  outcome: 'claimed' | 'hedged' | WhyNot
  /** The confidence in points, and the traits whose points it sums up. */
  confidence?: number
  frame?: readonly Trait[]
}

/** Things a message does besides making claims: enough to tell an unclear ending from an honest one. */
export type Shape = {
  /** Only white space, markup or fences. */
  empty: boolean
  asks: boolean
  plans: boolean
  /** Admits that something is missing, failed or not done. */
  admits: boolean
  /** Says that work or a check failed, is missing or was not made: takes back what was claimed before. */
  retracts: boolean
}

/** Counts over the whole message: enough to tell a report of work from an answer or a survey. */
export type Company = {
  /** The name of the main language. */
  language: string
  /** Characters of the message. */
  length: number
  sentences: number
  /** Possible claims in the agent's own voice. */
  acts: number
  /** Sentences that explain: conditions, habits, verbs in the present tense. */
  explains: number
  /** True if the last sentence is a question. */
  asksLast: boolean
}

/** The reason why a message was not read in full, or not at all. */
export type ExtractionFinding = {
  code: 'EXTRACTION_UNFINISHED' | 'NOTHING_READ'
  message: string
}

/** The claims and gaps that a model added to those that the rules read; `by` is its name. */
export type Added = { by: string; claims: readonly Claim[]; gaps: readonly StatedGap[] }

/** Everything extracted from a message. */
export type Reading = {
  claims: Claim[]
  /** Passed test runs shown in fences. They claim that tests pass, unless the session has that run on record. */
  shown: ShownRun[]
  /** The sentences that say that something fails now, or was not checked. */
  gaps: StatedGap[]
  shape: Shape
  company: Company
  considered: Considered[]
  finding: ExtractionFinding | null
  /** Absent unless a model read the message as well. */
  added?: Added
  /** The claims of subagents that this message has to answer for; absent if there are none. */
  deferred?: readonly Claim[]
}
