import type { Claim } from './claim.ts'
import { isSign, NEEDED, REPORT_NEEDED } from './confidence.ts'
import { POINTS, type Trait } from './trait-points.ts'

/** A possible claim with the traits of its frame and its message. */
type Weighable = { claim: Claim; traits: readonly Trait[] }

/** Points per trait, and points needed per type. Training tries other ones. */
export type Scale = { points: Readonly<Record<Trait, number>>; needed: Readonly<Record<Claim['type'], number>> }

const SCALE: Scale = { points: POINTS, needed: NEEDED }

export type Weighed<One> = One & { confidence: number; enough: boolean }

/** Weighs every candidate of a message. A firm claim elsewhere in the message speaks for the others. */
export function weigh<One extends Weighable>(candidates: readonly One[], scale: Scale = SCALE): Weighed<One>[] {
  const firm = candidates.filter(
    (one) => isFirm(one.claim) && !isSign(one.traits) && isEnough(one.claim, confidenceOf(one.traits, scale), scale),
  )
  return candidates.map((one) => {
    const backed = firm.some(({ claim }) => claim.start !== one.claim.start)
    const traits: readonly Trait[] = backed ? [...one.traits, 'claims'] : one.traits
    const confidence = confidenceOf(traits, scale)
    return { ...one, traits, confidence, enough: isEnough(one.claim, confidence, scale) }
  })
}

const confidenceOf = (traits: readonly Trait[], { points }: Scale): number =>
  traits.reduce((sum, trait) => sum + points[trait], 0)

/** True if a candidate has enough points. */
const isEnough = ({ level, type }: Claim, confidence: number, { needed }: Scale): boolean =>
  confidence >= (level === 'report' ? REPORT_NEEDED : needed[type])

/** True if the claim states a finished piece of work or its result without doubt. */
export const isFirm = ({ type, level, hedged }: Pick<Claim, 'type' | 'level' | 'hedged'>): boolean =>
  !hedged && level !== 'report' && isCompletion(type)

/** True for claims about work that is finished. */
export const isCompletion = (type: Claim['type']): boolean => type !== 'blocked' && type !== 'delegation'
