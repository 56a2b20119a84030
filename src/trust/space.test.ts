import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaled, seed } from '../../test/helpers/scale.ts'
import { calibrated } from './space.ts'

const CALIBRATION = { hundredth: 2, twentieth: 1 }

describe('a calibrated score', () => {
  it('is 0.5 where one ordinary call in a hundred is, 0.25 where one in twenty is', () => {
    expect(calibrated(2, CALIBRATION)).toBe(0.5)
    expect(calibrated(1, CALIBRATION)).toBe(0.25)
    expect(calibrated(3, CALIBRATION)).toBe(0.75)
  })

  const RAW = fc.double({ min: -1e6, max: 1e6, noNaN: true })

  it('is from 0 to 1, and rises with the raw score', () => {
    fc.assert(
      fc.property(RAW, RAW, (one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one]
        const [below, above] = [calibrated(low, CALIBRATION), calibrated(high, CALIBRATION)]
        return below >= 0 && above <= 1 && below <= above
      }),
      { seed: seed(), numRuns: scaled(10_000) },
    )
  })
})
