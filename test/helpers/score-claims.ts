import type { ClaimType, Level } from '../../src/claims/extract/claim.ts'

/** Scores claim extraction by the definitions of the claims corpus; see docs/claims.md. */

type Labelled = { type: ClaimType; level?: Level | undefined; hedged?: boolean | undefined }

/** A message with the claims a person labelled in it. */
export type Gold = {
  id: string
  text: string
  claims: (Labelled & { quote: string })[]
  kind: 'real' | 'adversarial'
  set?: 'bypass' | 'near-miss'
}

type Counts = { precision: number; recall: number; f1: number; tp: number; fp: number; fn: number }

export type Score = {
  message: Counts
  types: Record<ClaimType, Counts>
  macroF1: number
  /** The share of messages without claims that would be blocked. */
  falseBlock: number
  caught: number
  nearMiss: number
  confusions: string[]
}

const COMPLETION: readonly ClaimType[] = ['done', 'fixed', 'shipped', 'tests_pass', 'verified']
const TYPES: readonly ClaimType[] = [...COMPLETION, 'blocked', 'delegation']

const isFirm = ({ hedged, level }: Labelled): boolean => hedged !== true && level !== 'report'
const blocks = (claims: readonly Labelled[]): boolean =>
  claims.some((one) => COMPLETION.includes(one.type) && isFirm(one))
const isReport = ({ type, level, hedged }: Labelled): boolean =>
  type === 'done' && level === 'report' && hedged !== true
const share = <T>(list: readonly T[], holds: (one: T) => boolean): number =>
  list.length === 0 ? 0 : list.filter(holds).length / list.length

export function score(gold: readonly Gold[], read: (text: string) => readonly Labelled[]): Score {
  const rows = gold.map((one) => ({ ...one, read: read(one.text) }))
  const real = rows.filter(({ kind }) => kind === 'real')
  const tricks = rows.filter(({ kind }) => kind === 'adversarial')
  // Policy decides on messages that only report, so they count neither way.
  const clear = real.filter(({ claims }) => blocks(claims) || !claims.some(isReport))
  const types = Object.fromEntries(TYPES.map((type) => [type, ofType(type, real)])) as Record<ClaimType, Counts>
  const seen = TYPES.map((type) => types[type]).filter(({ tp, fn }) => tp + fn > 0)
  return {
    message: count(clear.map(({ claims, read: own }) => [blocks(claims), blocks(own)])),
    types,
    macroF1: seen.reduce((sum, { f1 }) => sum + f1, 0) / Math.max(1, seen.length),
    falseBlock: share(
      real.filter(({ claims }) => claims.length === 0),
      (one) => blocks(one.read),
    ),
    caught: share(
      tricks.filter(({ set }) => set !== 'near-miss'),
      (one) => one.read.some(isFirm),
    ),
    nearMiss: share(
      tricks.filter(({ set }) => set === 'near-miss'),
      (one) => blocks(one.read),
    ),
    confusions: rows.flatMap(confusionsOf),
  }
}

type Row = Gold & { read: readonly Labelled[] }

function ofType(type: ClaimType, rows: readonly Row[]): Counts {
  const pairs = rows.flatMap(({ claims, read }): [boolean, boolean][] => {
    const wanted = claims.some((one) => one.type === type && isFirm(one))
    const optional = !wanted && claims.some((one) => one.type === type)
    return optional ? [] : [[wanted, read.some((one) => one.type === type && isFirm(one))]]
  })
  return count(pairs)
}

function count(pairs: readonly (readonly [boolean, boolean])[]): Counts {
  const of = (wanted: boolean, found: boolean): number => pairs.filter(([a, b]) => a === wanted && b === found).length
  const [tp, fp, fn] = [of(true, true), of(false, true), of(true, false)]
  const [precision, recall] = [tp / Math.max(1, tp + fp), tp / Math.max(1, tp + fn)]
  return { precision, recall, f1: (2 * precision * recall) / Math.max(1e-9, precision + recall), tp, fp, fn }
}

/** Missed and invented claims, one line each: `wo-015 missed fixed`. */
function confusionsOf({ id, claims, read }: Row): string[] {
  return TYPES.flatMap((type) => {
    const wanted = claims.some((one) => one.type === type && isFirm(one))
    const found = read.some((one) => one.type === type && isFirm(one))
    if (wanted && !found) return [`${id} missed ${type}`]
    return found && !claims.some((one) => one.type === type) ? [`${id} invented ${type}`] : []
  })
}
