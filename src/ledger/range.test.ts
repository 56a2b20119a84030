import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveRange, resolveSeqs } from './range.ts'

const RUNS = { seed: 21, numRuns: 1000 }

const refused = expect.objectContaining({ name: 'LedgerError', code: 'RANGE_INVALID' })

describe('a range of bytes', () => {
  it('is everything by default', () => {
    expect(resolveRange({}, 10)).toEqual({ start: 0, end: 10 })
    expect(resolveRange({}, 0)).toEqual({ start: 0, end: 0 })
  })

  it('may be open at either end', () => {
    expect(resolveRange({ start: 4 }, 10)).toEqual({ start: 4, end: 10 })
    expect(resolveRange({ end: 4 }, 10)).toEqual({ start: 0, end: 4 })
  })

  it('may be empty anywhere, even at the end', () => {
    expect(resolveRange({ start: 10, end: 10 }, 10)).toEqual({ start: 10, end: 10 })
    expect(resolveRange({ start: 0, end: 0 }, 10)).toEqual({ start: 0, end: 0 })
  })

  it.each([
    ['begins before the first byte', { start: -1 }],
    ['ends past the last byte (not shortened)', { end: 11 }],
    ['begins past the last byte', { start: 11 }],
    ['ends before it begins', { start: 5, end: 4 }],
    ['fractions of bytes', { start: 0.5 }],
    ['NaN', { end: Number.NaN }],
    ['Infinity', { end: Number.POSITIVE_INFINITY }],
    ['text', { start: '1' as unknown as number }],
    ['null', { start: null as unknown as number, end: '2' as unknown as number }],
  ])('is refused: %s', (_, range) => {
    expect(() => resolveRange(range, 10)).toThrow(refused)
  })

  it('is accepted exactly if it lies within the bytes', () => {
    const bound = fc.integer({ min: -3, max: 13 })
    fc.assert(
      fc.property(bound, bound, fc.integer({ min: 0, max: 10 }), (start, end, size) => {
        const isWithin = 0 <= start && start <= end && end <= size
        if (isWithin) expect(resolveRange({ start, end }, size)).toEqual({ start, end })
        else expect(() => resolveRange({ start, end }, size)).toThrow(refused)
      }),
      RUNS,
    )
  })
})

describe('a range of seqs', () => {
  it('is everything from 1 by default', () => {
    expect(resolveSeqs({})).toEqual({ start: 1, end: Number.MAX_SAFE_INTEGER })
  })

  it('may end past the last entry, which may not be written yet', () => {
    expect(resolveSeqs({ start: 5, end: 1_000_000 })).toEqual({ start: 5, end: 1_000_000 })
  })

  it('may be empty', () => {
    expect(resolveSeqs({ start: 3, end: 3 })).toEqual({ start: 3, end: 3 })
  })

  it.each([{ start: 0 }, { start: -1 }, { start: 2, end: 1 }, { end: 0 }, { start: 1.5 }, { end: Number.NaN }])(
    'is refused: %j',
    (range) => {
      expect(() => resolveSeqs(range)).toThrow(refused)
    },
  )
})
