import type { Act, ClaimType, Level, WhyNot } from '../claim.ts'
import type { Obstacle } from '../obstacles.ts'
import type { Segment } from '../segments.ts'
import type { Clause } from '../sentences.ts'
import type { Token } from '../tokens.ts'

/** A place in a clause that asserts something, or would if nothing negated it. */
export type Cue = {
  type: ClaimType
  level?: Level
  /** The index of the asserting token. */
  at: number
  /** Set if the wording alone rules out a claim. */
  not?: WhyNot
  /** True if the negation is part of the cue: "no errors", "nothing left". */
  negative?: true
  /** Set for an imperative. In a message about finished work it addresses the user; elsewhere it may just explain something. */
  order?: 'personal' | 'general'
  /** Set for `blocked`: the part that the sentence plays in an obstacle. */
  obstacle?: Obstacle
  /** Set for a heading that only names a result: "Fixes". */
  named?: true
  /** Set if the cue names the place where the work is now: "on npm". */
  arrived?: true
  /** Set if the cue says only that this act was made. */
  act?: Act
}

/** The surroundings of a clause, as far as cues need them. */
export type Surroundings = {
  segment: Segment
  /** True below a heading or after a label that names tests. */
  aboutTests: boolean
  /** True below a heading for user tasks. */
  handsOver: boolean
  /** True below a heading for next steps. */
  isNext: boolean
  /** True for the first words of the message. */
  opens: boolean
  /** True for a sentence that is a line of its own, and the first or the last one of the message. */
  stands: boolean
  /** True for a line of its own at the end of a message that reports work. */
  closes: boolean
  /** The clause's index in its sentence, and the clause before it. */
  index: number
  before: Clause | undefined
  /** The clauses after this one in the same sentence. */
  behind: readonly Clause[]
}

export type FindCues = (clause: Clause, around: Surroundings) => Cue[]

/** Finds cues by judging the tokens one by one. */
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
