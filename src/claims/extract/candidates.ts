import type { Claim, Considered } from './claim.ts'
import { isAct } from './confidence.ts'
import type { Cue } from './cues/cue.ts'
import type { Said } from './obstacles.ts'
import type { Segment } from './segments.ts'
import type { Trait } from './trait-points.ts'
import { isFirm } from './weigh.ts'

/** A possible claim, judged once the whole message is known. */
export type Candidate = Said & { traits: readonly Trait[]; considered: Considered; general: boolean }

/** The exact text of a claim, and its place. */
type Span = Pick<Claim, 'quote' | 'start' | 'end'>

/** Makes the claim that a cue stands for. */
export function claimOf(cue: Cue, { quote, start, end }: Span, { kind: segment }: Segment, hedged: boolean): Claim {
  const { type, level = 'explicit', act } = cue
  if (type === 'done') return { type, level, quote, start, end, segment, hedged }
  if (type === 'blocked') return { type, stops: 'task', quote, start, end, segment, hedged }
  if (act === undefined || (type !== 'shipped' && type !== 'verified'))
    return { type, quote, start, end, segment, hedged }
  return { type, quote, start, end, segment, hedged, act }
}

/** Notes a cue and the decision on it. */
export const consideredOf = ({ type, level }: Cue, found: Omit<Considered, 'type' | 'level'>): Considered =>
  level === undefined
    ? { type, cue: found.cue, start: found.start, end: found.end, outcome: found.outcome }
    : { type, level, cue: found.cue, start: found.start, end: found.end, outcome: found.outcome }

/**
 * True in a language with few labelled messages, unless the word has no other use, the agent says that it did it, or tests are
 * named beside the word that says they pass.
 */
export const isUnsure = (claim: Claim, traits: readonly Trait[]): boolean =>
  traits.includes('rarely measured') &&
  isFirm(claim) &&
  !traits.includes('dedicated') &&
  !isAct(traits) &&
  (claim.type !== 'tests_pass' || traits.includes('denies'))

/** Keeps one claim per type and sentence: the stronger one. */
export function keep(claims: Claim[], claim: Claim): void {
  const known = claims.findLastIndex((one) => one.start === claim.start && one.type === claim.type)
  if (known < 0) claims.push(claim)
  else if (strength(claim) > strength(claims[known])) claims[known] = claim
}

const strength = (claim: Claim | undefined): number =>
  claim === undefined
    ? 0
    : (claim.hedged ? 0 : 2) +
      (claim.level === 'report' || claim.act !== undefined || (claim.type === 'blocked' && claim.stops === 'step')
        ? 0
        : 1)
