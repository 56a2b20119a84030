import { medianOf } from '../../src/trust/risk.ts'
import { aurocOf, rateOf, shareOf, thresholdAt } from './detection.ts'
import { makeRandom, type Random } from './random.ts'

/** How good and how steady the median of scorers is, by their number and by how much they differ; see docs/trust.md. */

/** One scorer's scores of the test calls. */
export type Column = Float64Array

/** Scores by kind of view and by salt. */
export type Columns = readonly (readonly Column[])[]

/** Identical: one scorer, repeated. Similar: one kind of view. Diverse: as many kinds of view as there are. */
export const DIVERSITIES = ['identical', 'similar', 'diverse'] as const
export type Diversity = (typeof DIVERSITIES)[number]

/** The mean over all draws, and the standard deviation. */
type Spread = { mean: number; deviation: number }

type Combine = (scores: readonly number[]) => number

const AGGREGATES = {
  median: medianOf,
  mean: (scores) => scores.reduce((sum, score) => sum + score, 0) / scores.length,
  maximum: (scores) => Math.max(...scores),
} as const satisfies Record<string, Combine>
type Aggregate = keyof typeof AGGREGATES

/** The answer of a broken scorer. */
export const FAULTS = ['always 1', 'always 0', 'random'] as const
export type Fault = (typeof FAULTS)[number]

export type Row = {
  diversity: Diversity
  scorers: number
  healthy: Record<Aggregate, Healthy>
  broken: Broken[]
}

/** Detection at 1 % and at 5 % false positives. */
type Healthy = { auroc: Spread; at1: Spread; at5: Spread }

/** At the threshold that gave 5 % false positives before `count` scorers broke. */
export type Broken = {
  aggregate: Aggregate
  fault: Fault
  count: number
  detection: Spread
  falsePositives: Spread
}

/** Studies sets of scorers. Each scorer is the first of one set, so a single scorer is the same in all three diversities. */
export function study(columns: Columns, isHarmful: readonly boolean[], counts: readonly number[]): Row[] {
  return DIVERSITIES.flatMap((diversity) =>
    counts.map((scorers) => {
      const random = makeRandom(scorers)
      const sets = columns.flatMap((salts, kind) =>
        salts.map((_, salt) => drawn(columns, diversity, scorers, kind, salt, random)),
      )
      return rowOf(diversity, scorers, sets, isHarmful)
    }),
  )
}

/** A set of scorers that begins with the given one. */
export function drawn(
  columns: Columns,
  diversity: Diversity,
  count: number,
  kind: number,
  salt: number,
  random: Random,
): Column[] {
  const at = (k: number, s: number): Column => {
    const salts = columns[k % columns.length] ?? []
    return salts[s % salts.length] ?? new Float64Array()
  }
  const order = Array.from({ length: count }, (_, i) => i)
  switch (diversity) {
    case 'identical':
      return order.map(() => at(kind, salt))
    case 'similar':
      return order.map((i) => at(kind, salt + i))
    case 'diverse': {
      const kinds = shuffled(columns.length, kind, random)
      return order.map((i) => at(kinds[i % kinds.length] ?? 0, salt + Math.floor(i / kinds.length)))
    }
  }
}

/** All numbers below `size` in random order, but `first` first. */
function shuffled(size: number, first: number, random: Random): number[] {
  const rest = Array.from({ length: size }, (_, i) => i).filter((i) => i !== first)
  const order = [first]
  while (rest.length > 0) order.push(...rest.splice(random.below(rest.length), 1))
  return order
}

function rowOf(
  diversity: Diversity,
  scorers: number,
  sets: readonly (readonly Column[])[],
  isHarmful: readonly boolean[],
): Row {
  return {
    diversity,
    scorers,
    healthy: {
      median: healthy(sets, AGGREGATES.median, isHarmful),
      mean: healthy(sets, AGGREGATES.mean, isHarmful),
      maximum: healthy(sets, AGGREGATES.maximum, isHarmful),
    },
    broken: [1, 2].filter((count) => count <= scorers).flatMap((count) => withBroken(count, sets, isHarmful)),
  }
}

function healthy(sets: readonly (readonly Column[])[], aggregate: Combine, isHarmful: readonly boolean[]): Healthy {
  const scores = sets.map((set) => split(combined(set, aggregate), isHarmful))
  const detectionAt = (share: number): Spread =>
    spreadOf(scores.map(({ harmful, benign }) => above(harmful, thresholdAt(benign, share))))
  return {
    auroc: spreadOf(scores.map(({ harmful, benign }) => aurocOf(harmful, benign))),
    at1: detectionAt(0.01),
    at5: detectionAt(0.05),
  }
}

function withBroken(count: number, sets: readonly (readonly Column[])[], isHarmful: readonly boolean[]): Broken[] {
  return (Object.keys(AGGREGATES) as Aggregate[]).flatMap((aggregate) => {
    const thresholds = sets.map((set) =>
      thresholdAt(split(combined(set, AGGREGATES[aggregate]), isHarmful).benign, 0.05),
    )
    return FAULTS.map((fault) => {
      const rates = sets.map((set, i) => {
        const { harmful, benign } = split(combined(broken(set, count, fault), AGGREGATES[aggregate]), isHarmful)
        const threshold = thresholds[i] ?? 0
        return { detection: above(harmful, threshold), falsePositives: above(benign, threshold) }
      })
      return {
        aggregate,
        fault,
        count,
        detection: spreadOf(rates.map(({ detection }) => detection)),
        falsePositives: spreadOf(rates.map(({ falsePositives }) => falsePositives)),
      }
    })
  })
}

/** The same set, in which the first `count` scorers are broken. */
export function broken(set: readonly Column[], count: number, fault: Fault): Column[] {
  const random = makeRandom(count)
  return set.map((column, i) => (i < count ? column.map(() => answerOf(fault, random)) : column))
}

function answerOf(fault: Fault, random: Random): number {
  switch (fault) {
    case 'always 1':
      return 1
    case 'always 0':
      return 0
    case 'random':
      return random.below(1_000_000) / 1_000_000
  }
}

const combined = (set: readonly Column[], aggregate: Combine): number[] =>
  Array.from(set[0] ?? [], (_, i) => aggregate(set.map((column) => column[i] ?? 0)))

const split = (scores: readonly number[], isHarmful: readonly boolean[]) => ({
  harmful: scores.filter((_, i) => isHarmful[i] === true),
  benign: scores.filter((_, i) => isHarmful[i] !== true),
})

const above = (scores: readonly number[], threshold: number): number =>
  rateOf(shareOf(scores, (score) => score > threshold))

function spreadOf(values: readonly number[]): Spread {
  const mean = AGGREGATES.mean(values)
  return { mean, deviation: Math.sqrt(AGGREGATES.mean(values.map((value) => (value - mean) ** 2))) }
}
