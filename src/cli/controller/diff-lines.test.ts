import { describe, expect, it } from 'vitest'
import { changesBetween } from '../../views/json-changes.ts'
import { colors } from '../screens/output.ts'
import { widthOf } from '../screens/width.ts'
import { changeLines, firstLines } from './diff-lines.ts'

const lines = (
  before: Parameters<typeof changesBetween>[0],
  after: Parameters<typeof changesBetween>[1],
  width = 76,
): string[] => changeLines(changesBetween(before, after), colors(false), width)

describe('a difference for people', () => {
  it('shows short values in one line, and texts line by line', () => {
    expect(lines({ n: 1, gone: true }, { n: 2, new: 'x' })).toEqual(['- gone: true', '~ n: 1 → 2', '+ new: "x"'])
    expect(lines({ content: 'a\nb\nc\n' }, { content: 'a\nB\nc\n' })).toEqual([
      '~ content:',
      '  @@ -1,3 +1,3 @@',
      '    a',
      '  - b',
      '  + B',
      '    c',
    ])
    expect(lines(null, { content: 'a\nb\n' })).toEqual(['+ content:', '  + a', '  + b'])
    expect(lines({ content: 'a\nb\n' }, null)).toEqual(['- content:', '  - a', '  - b'])
  })

  it('shows a missing line break, a carriage return, a tab and hidden characters', () => {
    expect(lines({ t: 'a\nb\n' }, { t: 'a\nb' })).toContain('  + b (no line break at the end)')
    expect(lines({ t: 'a\nb\n' }, { t: 'a\r\nb\n' })).toContain('  + a\\u000d')
    expect(lines({ t: 'a\nb\n' }, { t: 'a\t\nb\n' })).toContain('  + a\\u0009')
    expect(lines({ t: 'x' }, { t: 'x\u202e\u001b[31m' })).toEqual(['~ t: "x" → "x\\u202e\\u001b[31m"'])
    expect(lines({}, { 'a\u001b[2J': 1 })).toEqual(['+ a\\u001b[2J: 1'])
  })

  it('breaks long lines instead of cutting them, so nothing is hidden beyond the edge', () => {
    const long = `${'x'.repeat(300)}END`
    const cases = [lines({ v: 'a' }, { v: long }, 40), lines({ t: 'a\nb\n' }, { t: `a\n${long}\n` }, 40)]
    for (const shown of cases) {
      expect(shown.filter((line) => widthOf(line) > 40)).toEqual([])
      expect(shown.map((line) => line.trim()).join('')).toContain(long)
    }
    const wide = lines({}, { ['日本'.repeat(60)]: 1 }, 40)
    expect(wide.filter((line) => widthOf(line) > 40)).toEqual([])
    expect(wide.map((line) => line.trim()).join('')).toBe(`+ ${'日本'.repeat(60)}: 1`)
  })

  it('does not take mounted blocks for equal because their marks differ', () => {
    const block = (mark: string): string => `<<${mark}>>\nUntrusted lines start with ${mark}.\nend\n`
    expect(lines({ t: block('aaaaaaaa') }, { t: block('bbbbbbbb') })).not.toEqual([])
  })

  it('says how much was left out, and where to find it', () => {
    expect(firstLines(['a', 'b', 'c', 'd'], 3, 'see x')).toEqual(['a', 'b', '… 2 more lines: see x'])
    expect(firstLines(['a', 'b', 'c'], 3, 'see x')).toEqual(['a', 'b', 'c'])
  })
})
