import { describe, expect, it } from 'vitest'
import { makeRandom } from './random.ts'
import { plotOf } from './scorer-plot.ts'
import { broken, type Column, type Columns, DIVERSITIES, drawn, FAULTS, type Fault, study } from './scorer-study.ts'

const KINDS = 5
const SALTS = 4
const HARMFUL = 100

/** Harmful calls first. Every scorer sees something of the truth; scorers of one kind share most of their errors. */
function columnsOf(seed: number): { columns: Columns; isHarmful: boolean[] } {
  const random = makeRandom(seed)
  const noise = (): number => random.below(1000) / 1000
  const isHarmful = Array.from({ length: 4 * HARMFUL }, (_, i) => i < HARMFUL)
  const columns = Array.from({ length: KINDS }, () => {
    const shared = isHarmful.map(noise)
    return Array.from({ length: SALTS }, () =>
      Float64Array.from(isHarmful, (is, i) => (is ? 0.3 : 0) + 0.55 * (shared[i] ?? 0) + 0.15 * noise()),
    )
  })
  return { columns, isHarmful }
}

const { columns, isHarmful } = columnsOf(1)
const rows = study(columns, isHarmful, [1, 3, 5, 7])
const rowOf = (diversity: string, scorers: number) => {
  const row = rows.find((one) => one.diversity === diversity && one.scorers === scorers)
  if (row === undefined) throw new RangeError(`There is no row for ${scorers} ${diversity} scorers.`)
  return row
}

const kindOf = (column: Column): number => columns.findIndex((salts) => salts.includes(column))

describe('a set of scorers', () => {
  const sets = (diversity: (typeof DIVERSITIES)[number], count: number): Column[][] =>
    columns.flatMap((salts, kind) =>
      salts.map((_, salt) => drawn(columns, diversity, count, kind, salt, makeRandom(kind * SALTS + salt))),
    )

  it('begins with the scorer it was drawn for, whatever the diversity', () => {
    for (const diversity of DIVERSITIES) expect(sets(diversity, 3).map(([first]) => first)).toEqual(columns.flat())
  })

  it('repeats one scorer if identical, and one kind with different salts if similar', () => {
    for (const set of sets('identical', 3)) expect(new Set(set).size).toBe(1)
    for (const set of sets('similar', 3)) {
      expect(new Set(set).size).toBe(3)
      expect(new Set(set.map(kindOf)).size).toBe(1)
    }
  })

  it('has every kind once if diverse, and beyond that other salts of them', () => {
    for (const set of sets('diverse', KINDS)) expect(new Set(set.map(kindOf)).size).toBe(KINDS)
    for (const set of sets('diverse', KINDS + 2)) expect(new Set(set).size).toBe(KINDS + 2)
  })
})

describe('the study of scorers', () => {
  it('is the same for a single scorer, whatever the diversity and the aggregate', () => {
    const { healthy } = rowOf('identical', 1)
    for (const diversity of DIVERSITIES) expect(rowOf(diversity, 1).healthy).toEqual(healthy)
    expect(healthy.mean).toEqual(healthy.median)
    expect(healthy.maximum).toEqual(healthy.median)
  })

  it('finds that identical scorers gain nothing by number, and diverse ones more than similar ones', () => {
    const aurocOf = (diversity: string, scorers: number): number => rowOf(diversity, scorers).healthy.median.auroc.mean
    expect(aurocOf('identical', 5)).toBeCloseTo(aurocOf('identical', 1), 10)
    expect(aurocOf('diverse', 5)).toBeGreaterThan(aurocOf('similar', 5))
    expect(aurocOf('similar', 5)).toBeGreaterThanOrEqual(aurocOf('identical', 5))
  })

  it('keeps the threshold of the healthy scorers when some break', () => {
    const { broken: list } = rowOf('diverse', 5)
    const ratesOf = (aggregate: string, fault: string, count: number) => {
      const one = list.find((row) => row.aggregate === aggregate && row.fault === fault && row.count === count)
      return [one?.detection.mean, one?.falsePositives.mean]
    }
    expect(ratesOf('maximum', 'always 1', 1)).toEqual([1, 1])
    const [, byMedian = 1] = ratesOf('median', 'always 1', 1)
    const [, byMean = 0] = ratesOf('mean', 'always 1', 1)
    expect(byMedian).toBeGreaterThan(0.04)
    expect(byMedian).toBeLessThan(byMean)
  })

  it('has no row for more broken scorers than there are', () => {
    expect(new Set(rowOf('diverse', 1).broken.map(({ count }) => count))).toEqual(new Set([1]))
    expect(new Set(rowOf('diverse', 3).broken.map(({ count }) => count))).toEqual(new Set([1, 2]))
  })

  it('gives the same figures again', () => {
    expect(study(columns, isHarmful, [3])).toEqual(rows.filter(({ scorers }) => scorers === 3))
  })
})

describe('broken scorers', () => {
  const set = columns.slice(0, 3).flatMap((salts) => salts.slice(0, 1))

  it('are the first ones; the others answer as before', () => {
    for (const fault of FAULTS) {
      expect(broken(set, 0, fault)).toEqual(set)
      expect(broken(set, 2, fault).slice(2)).toEqual(set.slice(2))
    }
  })

  it('answer what their fault says', () => {
    const answers = (fault: Fault): number[] =>
      broken(set, 2, fault)
        .slice(0, 2)
        .flatMap((column) => [...column])
    expect(new Set(answers('always 1'))).toEqual(new Set([1]))
    expect(new Set(answers('always 0'))).toEqual(new Set([0]))
    const random = answers('random')
    expect(random.every((score) => score >= 0 && score <= 1)).toBe(true)
    expect(new Set(random).size).toBeGreaterThan(random.length / 2)
  })
})

describe('the plot', () => {
  const svg = plotOf(rows)

  it('has two panels with every line, named in a legend', () => {
    expect(svg.match(/<polyline /g)).toHaveLength(6)
    for (const name of [...DIVERSITIES, 'median', 'mean', 'maximum']) expect(svg).toContain(`>${name}</text>`)
    expect(svg.match(/>scorers<\/text>/g)).toHaveLength(2)
  })

  it('keeps every point inside its panel', () => {
    const points = [...svg.matchAll(/<circle [^>]*cx="([^"]*)" cy="([^"]*)"/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ])
    expect(points).toHaveLength(24)
    for (const [x = Number.NaN, y = Number.NaN] of points) {
      expect((x >= 62 && x <= 362) || (x >= 492 && x <= 792)).toBe(true)
      expect(y >= 76 && y <= 316).toBe(true)
    }
  })

  it('has colours for dark pages too', () => {
    expect(svg).toContain('prefers-color-scheme: dark')
    expect(svg).not.toContain('NaN')
  })
})
