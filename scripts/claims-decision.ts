import type { ClaimType, Level } from '../src/claims/extract/claim.ts'
import { extractClaims } from '../src/claims/extract/extract.ts'
import { isFirm } from '../src/claims/extract/weigh.ts'
import { isSure } from '../src/claims/hold/must-earn.ts'
import { NUMBERS, type Numbers, numbersOf } from '../src/claims/hold/numbers.ts'
import { WEIGHTS } from '../src/claims/hold/weights.ts'

/** A labelled message: its claims, its repository, and how many files its turn changed, if that is known. */
export type LabelledTurn = {
  text: string
  source: string
  kind: 'real' | 'adversarial'
  claims: { type: ClaimType; level?: Level; hedged?: boolean }[]
  turn_files_changed?: number | null
}

type Row = { numbers: number[]; strong: boolean; changed: boolean | null; source: string }

/** The trained table. */
export type Decision = { start: number; weights: Record<keyof Numbers, number> }

/** The table as it is committed. */
export const DECISION: Decision = { start: WEIGHTS.start, weights: WEIGHTS }

const ROUNDS = 4000
const STEP = 0.6
/** Strengths of the pull towards zero that are tried. */
const PULLS = [1, 2, 4, 8, 16] as const
/** Folds by repository, and rounds in each: enough to compare pulls. */
const FOLDS = 6
const FOLD_ROUNDS = 800
/** Weights are whole tenths of a logit. */
const TENTHS = 10

/** Messages that only report work are left out: whether a report must be earned depends on the turn, not on its words. */
const isClear = ({ kind, claims }: LabelledTurn): boolean =>
  kind === 'real' && (claims.some(firmly) || !claims.some(({ level, hedged }) => level === 'report' && !hedged))

const firmly = ({ type, level, hedged }: LabelledTurn['claims'][number]): boolean =>
  isFirm({ type, level, hedged: hedged === true } as Parameters<typeof isFirm>[0])

function rowOf({ text, claims, source, turn_files_changed: files }: LabelledTurn): Row {
  const changed = files === undefined || files === null ? null : files > 0
  const numbers = numbersOf(extractClaims(text), { changed })
  return { numbers: NUMBERS.map((name) => numbers[name]), strong: claims.some(firmly), changed, source }
}

/**
 * Fits a logistic model by gradient descent from zero. The pull towards zero is the one with the least log loss on
 * repositories that were left out; the seed draws which repositories are left out together.
 */
export function trainDecision(lines: readonly LabelledTurn[], seed: number): Decision & { pull: number; loss: number } {
  const rows = lines.filter(isClear).map(rowOf)
  const folds = foldsOf(rows, seed)
  const tried = PULLS.map((pull) => ({ pull, loss: lossOf(rows, folds, pull) }))
  const best = tried.reduce((least, one) => (one.loss < least.loss ? one : least))
  const [start = 0, , ...rest] = fitted(rows, best.pull, ROUNDS).map((weight) => Math.round(weight * TENTHS))
  return {
    start,
    weights: Object.fromEntries(NUMBERS.map((name, i) => [name, rest[i] ?? 0])) as Decision['weights'],
    ...best,
  }
}

/** Draws a fold for each repository. */
function foldsOf(rows: readonly Row[], seed: number): ReadonlyMap<string, number> {
  const next = random(seed)
  return new Map(
    [...new Set(rows.map(({ source }) => source))].toSorted().map((one) => [one, Math.floor(next() * FOLDS)]),
  )
}

/** Returns the mean log loss on the repositories that were left out. */
function lossOf(rows: readonly Row[], folds: ReadonlyMap<string, number>, pull: number): number {
  const losses = Array.from({ length: FOLDS }, (_, fold) => {
    const weights = fitted(
      rows.filter(({ source }) => folds.get(source) !== fold),
      pull,
      FOLD_ROUNDS,
    )
    return rows
      .filter(({ source }) => folds.get(source) === fold)
      .map((row) => -Math.log(Math.max(1e-9, row.strong ? chance(weights, row) : 1 - chance(weights, row))))
  }).flat()
  return losses.reduce((sum, one) => sum + one, 0) / losses.length
}

const chance = (weights: readonly number[], row: Row): number => sigmoid(dot(weights, inputOf(row)))

/** In turns that changed files nearly every message claims work, so a constant of their own keeps them from biasing the rest. */
const inputOf = ({ numbers, changed }: Row): number[] => [1, changed === true ? 1 : 0, ...numbers]

function fitted(rows: readonly Row[], pull: number, rounds: number): number[] {
  const inputs = rows.map(inputOf)
  const weights = new Array<number>(NUMBERS.length + 2).fill(0)
  for (let round = 0; round < rounds; round++) {
    const slope = weights.map((weight, i) => (i === 0 ? 0 : pull * weight))
    for (const [at, input] of inputs.entries()) {
      const error = sigmoid(dot(weights, input)) - (rows[at]?.strong ? 1 : 0)
      for (const [i, value] of input.entries()) slope[i] = (slope[i] ?? 0) + error * value
    }
    for (const [i, one] of slope.entries()) weights[i] = (weights[i] ?? 0) - (STEP * one) / rows.length
  }
  return weights
}

/** Returns the highest threshold at which at least this share of the messages with a strong claim is held. */
export function thresholdFor(lines: readonly LabelledTurn[], decision: Decision, share: number): number {
  const strong = lines
    .filter(({ kind, claims }) => kind === 'real' && claims.some(firmly))
    .map((line) =>
      isSure(extractClaims(line.text)) ? pointsOf(rowOf(line).numbers, decision) : Number.NEGATIVE_INFINITY,
    )
    .toSorted((a, b) => b - a)
  const least = strong[Math.ceil(strong.length * share) - 1]
  if (least === undefined || !Number.isFinite(least)) throw new Error(`No threshold holds ${share} of these messages.`)
  return least
}

const pointsOf = (numbers: readonly number[], { start, weights }: Decision): number =>
  NUMBERS.reduce((sum, name, i) => sum + weights[name] * (numbers[i] ?? 0), start)

const sigmoid = (z: number): number => 1 / (1 + Math.exp(-z))
const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, one, i) => sum + one * (b[i] ?? 0), 0)

/** A linear congruential generator: the same seed gives the same numbers on every machine. */
function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
