import { expect, it } from 'vitest'
import { histogramOf } from './trust.ts'

it('a histogram counts scores by tenths, from 0 to 1 inclusive', () => {
  expect(histogramOf([0, 0.05, 0.1, 0.55, 0.99, 1])).toEqual([2, 1, 0, 0, 0, 1, 0, 0, 0, 2])
  expect(histogramOf([])).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
})
