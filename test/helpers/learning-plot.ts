import type { Figures } from './learning-study.ts'
import { chartOf, type Panel } from './line-chart.ts'

/** Draws two loops over the same stream: false positives and patterns, tenth by tenth. */
export function learningPlotOf(ours: Figures, runaway: Figures): string {
  const lines = (value: (tenth: Figures['tenths'][number]) => number): Panel['lines'] => [
    { name: 'runaway', className: 'b', points: pointsOf(runaway, value) },
    { name: 'Bailiff', className: 'a', points: pointsOf(ours, value) },
  ]
  const most = Math.max(...runaway.tenths.map(({ patterns }) => patterns))
  const step = 500 * Math.max(1, Math.ceil(most / 2_500))
  const across = 'tenths of the stream'
  return chartOf(
    'Two line charts over the tenths of a stream of calls: false positives, and the number of learnt patterns.',
    [
      {
        title: 'Benign calls flagged',
        across,
        unit: ' %',
        ...{ from: 0, to: 100, step: 20 },
        lines: lines(({ falsePositives }) => 100 * falsePositives),
      },
      {
        title: 'Patterns learnt',
        across,
        unit: '',
        ...{ from: 0, to: Math.ceil(most / step) * step, step },
        lines: lines(({ patterns }) => patterns),
      },
    ],
  )
}

const pointsOf = ({ tenths }: Figures, value: (tenth: Figures['tenths'][number]) => number) =>
  tenths.map((tenth, i) => ({ x: i + 1, y: value(tenth) }))
