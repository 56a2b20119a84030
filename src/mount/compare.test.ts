import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ComparedLine, compareBlocks, hunksOf } from './compare.ts'
import { opening } from './lines.ts'

const sided = (lines: readonly ComparedLine[], other: '-' | '+'): string =>
  lines
    .filter(({ sign }) => sign !== other)
    .map(({ text }) => text)
    .join('\n')

describe('a comparison of blocks', () => {
  it('has all lines of both', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = compareBlocks(before, after)
        expect([sided(lines, '+'), sided(lines, '-')]).toEqual([before, after])
        expect(lines.every(({ sign }) => sign === ' ')).toBe(before === after)
      }),
      { seed: 7, numRuns: 500 },
    )
  })

  it('shows no more than what differs, and the lines around it', () => {
    const before = Array.from({ length: 20 }, (_, i) => `line ${i}`)
    const after = [...before.slice(0, 10), 'new', ...before.slice(11), 'more']
    expect(hunksOf(compareBlocks(before.join('\n'), after.join('\n')))).toEqual([
      '@@ -8,7 +8,7 @@',
      ' line 7',
      ' line 8',
      ' line 9',
      '-line 10',
      '+new',
      ' line 11',
      ' line 12',
      ' line 13',
      '@@ -18,3 +18,4 @@',
      ' line 17',
      ' line 18',
      ' line 19',
      '+more',
    ])
    expect(hunksOf(compareBlocks('a\nb', 'a\nb'))).toEqual([])
    expect(hunksOf(compareBlocks('', 'a'))).toEqual(['@@ -1,0 +1,1 @@', '+a'])
  })

  it('does not count a mark as a difference, and nothing else for a mark', () => {
    const block = (mark: string, text: string): string =>
      [...opening('run/1', [], mark), `--- result.txt (1 bytes) ${mark} ---`, text].join('\n')
    expect(hunksOf(compareBlocks(block('0a1b2c3d', 'x'), block('4e5f6a7b', 'x')))).toEqual([])
    expect(hunksOf(compareBlocks(block('0a1b2c3d', '4e5f6a7b'), block('4e5f6a7b', '0a1b2c3d'))).slice(-2)).toEqual([
      '-4e5f6a7b',
      '+0a1b2c3d',
    ])
  })

  it('ends soon, however much differs', () => {
    const many = (prefix: string): string => Array.from({ length: 20_000 }, (_, i) => `${prefix}${i}`).join('\n')
    expect(compareBlocks(many('a'), many('b'))).toHaveLength(40_000)
  })
})
