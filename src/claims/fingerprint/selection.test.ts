import { describe, expect, it } from 'vitest'
import { nameOf } from './names.ts'
import { type Selection, selector, selectRows } from './selection.ts'
import type { Row } from './table.ts'

const NAMES = ['.gitignore', 'README.md', 'docs/a.md', 'docs/generated/b.md', 'out/.gitignore', 'out/x', 'src/a.ts']

const selected = (selection: Selection): string[] => NAMES.filter(selector(selection))

describe('a selection', () => {
  it('without globs is everything', () => expect(selected({})).toEqual(NAMES))

  it.each<[string, string[], string[]]>([
    ['a scope', ['docs'], ['docs/a.md', 'docs/generated/b.md']],
    ['a scope with an exclusion', ['docs/**', '!docs/generated/**'], ['docs/a.md']],
    ['a scope that takes from everything', ['!docs', '!out'], ['README.md', 'src/a.ts']],
    ['what is given back', ['docs', '!docs/generated', 'docs/generated/b.md'], ['docs/a.md', 'docs/generated/b.md']],
    ['no existing file', ['other'], []],
  ])('is %s, and all rules', (_, scope, names) => {
    expect(selected({ scope })).toEqual(NAMES.filter((name) => names.includes(name) || name.endsWith('.gitignore')))
  })

  it('leaves out outputs, with their rules', () => {
    expect(selected({ outputs: ['out', '!out/x'] })).toEqual(NAMES.filter((name) => name !== 'out/.gitignore'))
    expect(selected({ scope: ['out'], outputs: ['out'] })).toEqual(['.gitignore'])
  })

  it('matches the text of names, as people write it', () => {
    expect(selector({ scope: ['dö?s'] })(nameOf('döcs/x'))).toBe(true)
  })

  it('never leaves out rules stored outside the workspace', () => {
    const rows: Row[] = [{ name: '.git/info/exclude', kind: 'rules', hash: '0'.repeat(64) }]
    expect(selectRows(rows, { scope: ['src'], outputs: ['**'] })).toEqual(rows)
  })
})
