import type { ClaimType, Level, WhyNot } from '../claim.ts'
import type { Segment } from '../segments.ts'
import type { Clause } from '../sentences.ts'
import type { Token } from '../tokens.ts'

/** A place in a clause that asserts something, or would if nothing took it back. */
export type Cue = {
  type: ClaimType
  level?: Level
  /** The token that says so. */
  at: number
  /** What the form of the words alone rules out. */
  not?: WhyNot
  /** Negation is part of the cue itself: "no errors", "nothing left". */
  negative?: true
  /** An order. In a message about work done it is for the user; elsewhere it may explain how something is done. */
  order?: 'personal' | 'general'
}

/** What surrounds a clause, as far as cues ask for it. */
export type Surroundings = {
  segment: Segment
  /** Behind a heading or label that names tests. */
  aboutTests: boolean
  /** Behind a heading of what the user is to do, or of next steps. */
  handsOver: boolean
  /** The first words of the message. */
  opens: boolean
  /** Which clause of its sentence it is, and the one before it. */
  index: number
  before: Clause | undefined
  /** The clauses behind it in its sentence. */
  behind: readonly Clause[]
}

export type FindCues = (clause: Clause, around: Surroundings) => Cue[]

/** Cues of one word each: the tokens that have a role, judged one by one. */
export function each(tokens: readonly Token[], judge: (token: Token, i: number) => Cue | null): Cue[] {
  const cues: Cue[] = []
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]
    const cue = token === undefined ? null : judge(token, i)
    if (cue !== null) cues.push(cue)
  }
  return cues
}

export const isHeading = ({ segment }: Surroundings): boolean => segment.level !== undefined
