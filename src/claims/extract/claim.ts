import type { Trait } from './trait-points.ts'

/** What a final message may claim. These names are stable. */
export type ClaimType = 'done' | 'fixed' | 'shipped' | 'tests_pass' | 'verified' | 'blocked' | 'delegation'

/** What kind of text a claim stands in. */
export type SegmentKind = 'prose' | 'heading' | 'bullet' | 'table' | 'checklist' | 'fence'

/** `explicit` says that work is finished, `report` only that something was done. */
export type Level = 'explicit' | 'report'

type Common = {
  /** The text that says so, exactly as it stands between `start` and `end`. */
  quote: string
  start: number
  end: number
  segment: SegmentKind
  /** Stated with doubt. */
  hedged: boolean
}

/** One claim of a message. */
export type Claim =
  | (Common & { type: 'done'; level: Level })
  | (Common & { type: Exclude<ClaimType, 'done'>; level?: never })

/** Why a cue is no claim. These names are stable. */
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

/** A word that could have made a claim, and what became of it. */
export type Considered = {
  type: ClaimType
  level?: Level
  /** The cue as it stands in the text. */
  cue: string
  start: number
  end: number
  outcome: 'claimed' | 'hedged' | WhyNot
  /** How sure its frame makes it, in points, and what counted. */
  confidence?: number
  frame?: readonly Trait[]
}

/** What a message does besides claiming: enough to tell an unclear ending from an honest one. */
export type Shape = {
  /** Nothing but white space, markup or fences. */
  empty: boolean
  asks: boolean
  plans: boolean
  /** Says what is missing, failed or not done. */
  admits: boolean
}

/** Why a text was not read to its end, or not at all. */
export type ExtractionFinding = {
  code: 'EXTRACTION_UNFINISHED' | 'NOTHING_READ'
  message: string
}

/** All that was read in a message. */
export type Reading = {
  claims: Claim[]
  shape: Shape
  considered: Considered[]
  finding: ExtractionFinding | null
}
