import { describe, expect, it } from 'vitest'
import { parseListing } from './git-listing.ts'
import { ruleFiles } from './rule-files.ts'

const ID = 'a'.repeat(40)
const parse = (...lines: string[]) => parseListing(Buffer.from(lines.map((line) => `${line}\0`).join(''), 'latin1'))

describe('the git listing', () => {
  it('has files, tracked or not, submodules and repositories', () => {
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

  it('hashes the index separately: staged content counts, flags and untracked files do not', () => {
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

  it('is refused if it is cut short', () => expect(parseListing(Buffer.from('? a'))).toBeNull())
})

describe('rule files', () => {
  it('may be in every folder that contains a file, and in its parents', () => {
    expect([...ruleFiles(['a/b/c', 'a/b/d', 'e'])].sort()).toEqual(['.gitignore', 'a/.gitignore', 'a/b/.gitignore'])
  })
})
