import { describe, expect, it } from 'vitest'
import { type SourcedCall, scoreUnseen } from './unseen-source.ts'

const line = (source: string, label: 'harmful' | 'benign', score: number): SourcedCall => ({
  source,
  label,
  category: label === 'harmful' ? 'destructive' : 'ci',
  dispatch: { tool: 'Bash', input: { score } },
})

describe('scoring a source that training has never seen', () => {
  const train = [line('new', 'harmful', 0.5), line('old', 'harmful', 0.9), line('old', 'benign', 0.1)]
  const test = [
    ...Array.from({ length: 100 }, (_, i) => line('old', 'benign', i / 100)),
    ...[line('new', 'harmful', 0.96), line('new', 'benign', 0.99), line('new', 'benign', 0.2)],
  ]
  const seen: SourcedCall[] = []
  const { source, points } = scoreUnseen('new', train, test, (lines, calibration) => {
    seen.push(...([...lines, ...calibration] as SourcedCall[]))
    return ({ input }) => ({ score: (input as { score: number }).score, categories: [] })
  })

  it('keeps its lines from training and from calibration', () => {
    expect(seen).toHaveLength(102)
    expect(seen.filter((one) => one.source === 'new')).toEqual([])
  })

  it('measures all of its lines against thresholds from the other sources', () => {
    expect({ source, points }).toEqual({
      source: 'new',
      points: [
        { rate: 0.01, detection: { found: 0, all: 2 }, falsePositives: { found: 1, all: 2 } },
        { rate: 0.05, detection: { found: 1, all: 2 }, falsePositives: { found: 1, all: 2 } },
      ],
    })
  })
})
