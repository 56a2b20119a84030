import { describe, expect, it } from 'vitest'
import { parseListing } from './git-listing.ts'
import { ruleFiles } from './rule-files.ts'

const ID = 'a'.repeat(40)
const parse = (...lines: string[]) => parseListing(Buffer.from(lines.map((line) => `${line}\0`).join(''), 'latin1'))

describe('what git lists', () => {
  it('is files, tracked or not, submodules and repositories', () => {
    const listed = parse(
      '? new',
      '? nested/',
      `H 100644 ${ID} 0\ta`,
      `S 100755 ${ID} 0\tb c\n\t`,
      `M 100644 ${ID} 2\td`,
      `M 100644 ${ID} 3\td`,
      `H 160000 ${ID} 0\tlib`,
      `? H 100644 ${ID} 0\tno`,
    )
    expect(listed).toMatchObject({
      files: ['new', 'a', 'b c\n\t', 'd', 'd', 'lib', `H 100644 ${ID} 0\tno`],
      submodules: ['lib'],
      nested: ['nested'],
    })
  })

  it('has the index apart: what is staged counts in it, flags and untracked files do not', () => {
    const index = parse(`H 100644 ${ID} 0\ta`)?.index
    expect(parse(`S 100644 ${ID} 0\ta`, '? other')?.index).toBe(index)
    expect(parse(`H 100755 ${ID} 0\ta`)?.index).not.toBe(index)
  })

  it.each([
    ['no form'],
    [`H 100644 ${ID} 0\t../outside`],
    [`H 100644 ${ID} 0\t/etc/passwd`],
    [`H 100644 ${ID} 0\ta/..`],
  ])('is refused: %j', (line) => expect(parse(line)).toBeNull())

  it('is refused where it is cut short', () => expect(parseListing(Buffer.from('? a'))).toBeNull())
})

describe('rules', () => {
  it('may stand in every folder that holds a file, and above', () => {
    expect([...ruleFiles(['a/b/c', 'a/b/d', 'e'])].sort()).toEqual(['.gitignore', 'a/.gitignore', 'a/b/.gitignore'])
  })
})
