import type { ClaimType } from '../src/claims/extract/claim.ts'
import { NEEDED } from '../src/claims/extract/confidence.ts'
import { readerOf } from '../src/claims/extract/extract.ts'
import { POINTS, type Trait } from '../src/claims/extract/trait-points.ts'
import { isFirm, type Scale, weigh } from '../src/claims/extract/weigh.ts'
import type { LabelledTurn } from './claims-decision.ts'

const TYPES: readonly ClaimType[] = ['done', 'fixed', 'shipped', 'tests_pass', 'verified']

type Message = {
  candidates: ReturnType<ReturnType<typeof readerOf>['reader']['candidates']>
  /** The types that it claims firmly. */
  gold: ReadonlySet<ClaimType>
  /** Types with a hedged claim or a report: neither right nor wrong. */
  open: ReadonlySet<ClaimType>
  /** Only reports work: left out of the question whether it claims anything. */
  isReport: boolean
}

/** Keeps a point from moving for the sake of one message. */
const INERTIA = 0.0012
const WEIGHT = { type: 0.5, falseBlock: 0.5 }

/** Fits the points of the traits by coordinate descent in whole numbers. The sign of each trait stays. */
export function trainPoints(lines: readonly LabelledTurn[]): Record<Trait, number> {
  const messages = lines.filter(({ kind }) => kind === 'real').map(messageOf)
  const points: Record<Trait, number> = { ...POINTS }
  const value = (): number => scoreOf(messages, { points, needed: NEEDED }) - INERTIA * distance(points)
  let best = value()
  for (let moved = true; moved; ) {
    moved = false
    for (const trait of Object.keys(points) as Trait[])
      for (const step of [1, -1, 2, -2]) {
        const old = points[trait]
        if (Math.sign(POINTS[trait]) * (old + step) < 0) continue
        points[trait] = old + step
        const now = value()
        if (now > best + 1e-9) [best, moved] = [now, true]
        else points[trait] = old
      }
  }
  return points
}

const distance = (points: Record<Trait, number>): number =>
  (Object.keys(points) as Trait[]).reduce((sum, trait) => sum + Math.abs(points[trait] - POINTS[trait]), 0)

function messageOf({ text, claims }: LabelledTurn): Message {
  const firm = claims.filter(({ type, level, hedged }) => TYPES.includes(type) && !hedged && level !== 'report')
  const gold = new Set(firm.map(({ type }) => type))
  return {
    candidates: readerOf(text).reader.candidates(),
    gold,
    open: new Set(claims.map(({ type }) => type).filter((type) => !gold.has(type))),
    isReport: gold.size === 0 && claims.some(({ level, hedged }) => level === 'report' && !hedged),
  }
}

/** F1 of "makes a firm claim", plus F1 per type, minus the share of quiet messages taken for a claim. */
function scoreOf(messages: readonly Message[], scale: Scale): number {
  const said = messages.map(
    ({ candidates }) =>
      new Set(
        weigh(candidates, scale)
          .filter(({ claim, enough }) => enough && isFirm(claim))
          .map(({ claim }) => claim.type),
      ),
  )
  const judged = messages.flatMap((one, i) => (one.isReport ? [] : [[one.gold.size > 0, (said[i]?.size ?? 0) > 0]]))
  const quiet = judged.filter(([gold]) => !gold)
  const types = TYPES.map((type) =>
    f1(messages.flatMap((one, i) => (one.open.has(type) ? [] : [[one.gold.has(type), said[i]?.has(type) === true]]))),
  )
  return (
    f1(judged) +
    (WEIGHT.type * types.reduce((sum, one) => sum + one, 0)) / TYPES.length -
    (WEIGHT.falseBlock * quiet.filter(([, found]) => found).length) / quiet.length
  )
}

function f1(pairs: readonly (readonly (boolean | undefined)[])[]): number {
  const right = pairs.filter(([gold, found]) => gold && found).length
  const wrong = pairs.filter(([gold, found]) => gold !== found).length
  return right === 0 ? 0 : (2 * right) / (2 * right + wrong)
}
