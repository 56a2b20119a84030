import { chartOf, type Panel } from './line-chart.ts'
import type { Broken, Row } from './scorer-study.ts'

/** Draws the study of scorers. */

const DIVERSITY_CLASSES = { identical: 'c', similar: 'b', diverse: 'a' } as const
const AGGREGATE_CLASSES = { median: 'a', mean: 'b', maximum: 'c' } as const

export function plotOf(rows: readonly Row[]): string {
  const detection: Panel = {
    title: 'Detection by the median, at 5 % false positives',
    across: 'scorers',
    unit: ' %',
    ...scaleOf(
      rows.flatMap(({ healthy: { median } }) => [
        median.at5.mean - median.at5.deviation,
        median.at5.mean + median.at5.deviation,
      ]),
    ),
    lines: (['diverse', 'similar', 'identical'] as const).map((name) => ({
      name,
      className: DIVERSITY_CLASSES[name],
      points: rows
        .filter(({ diversity }) => diversity === name)
        .map(({ scorers, healthy }) => ({ x: scorers, ...inPercent(healthy.median.at5) })),
    })),
  }
  const faulty: Panel = {
    title: 'False positives if one scorer always says 1',
    across: 'scorers',
    unit: ' %',
    ...{ from: 0, to: 100, step: 20, limit: 5 },
    lines: (['maximum', 'mean', 'median'] as const).map((name) => ({
      name,
      className: AGGREGATE_CLASSES[name],
      points: rows
        .filter(({ diversity }) => diversity === 'diverse')
        .flatMap(({ scorers, broken }) => broken.filter(isStuck(name)).map((one) => ({ scorers, one })))
        .map(({ scorers, one }) => ({ x: scorers, ...inPercent(one.falsePositives) })),
    })),
  }
  const text = 'Two line charts over the number of scorers: detection by diversity, and false positives by aggregate.'
  return chartOf(text, [detection, faulty])
}

const isStuck =
  (name: string) =>
  ({ aggregate, fault, count }: Broken): boolean =>
    aggregate === name && fault === 'always 1' && count === 1

const inPercent = ({ mean, deviation }: { mean: number; deviation: number }) => ({
  y: 100 * mean,
  deviation: 100 * deviation,
})

/** An axis in steps of 2 % around the values. */
function scaleOf(shares: readonly number[]): { from: number; to: number; step: number } {
  const step = 2
  const outward = (round: (value: number) => number, value: number): number => step * round((100 * value) / step)
  return { from: outward(Math.floor, Math.min(...shares)), to: outward(Math.ceil, Math.max(...shares)), step }
}
