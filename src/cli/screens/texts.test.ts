import { rmSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANY_CHAR } from '../../../test/helpers/any.ts'
import { scaled, seed } from '../../../test/helpers/scale.ts'
import { tempDir } from '../../../test/helpers/temp.ts'
import { putArtifactSync } from '../../ledger/stores/files/artifacts.ts'
import { artifactPath } from '../../ledger/stores/files/layout.ts'
import { beginningOf, endOf, wrap } from './texts.ts'
import { widthOf } from './width.ts'

describe('a text stored as an artifact', () => {
  const stored = (text: string) => {
    const dir = tempDir()
    const { name, sha256, bytes } = putArtifactSync(dir, { name: 'output', media: 'text/plain' }, Buffer.from(text))
    return { dir, text: { artifact: name, sha256, bytes } }
  }

  it('is read from its beginning or up to its end, and no character is cut in two', () => {
    const { dir, text } = stored(`a${'ü'.repeat(30_000)}z`)
    expect(beginningOf(dir, text)).toMatch(/^aü{4095}$/)
    expect(endOf(dir, text)).toMatch(/^ü{4095}z$/)
  })

  it('that is missing is reported as missing', () => {
    const { dir, text } = stored('x'.repeat(20_000))
    rmSync(artifactPath(dir, text.sha256))
    expect(beginningOf(dir, text)).toBe('(the stored text output cannot be read)')
  })
})

describe('wrapping', () => {
  it('breaks between words, keeps lines, and marks what it left out', () => {
    expect(wrap('one two three\n\nfour', 8, 9)).toEqual(['one two', 'three', 'four'])
    expect(wrap('abcdefghij', 4, 9)).toEqual(['abcd', 'efgh', 'ij'])
    expect(wrap('one two three four five', 9, 2)).toEqual(['one two', 'three …'])
    expect(wrap('  ', 9, 2)).toEqual([''])
  })

  it('never exceeds its width or its number of lines', () => {
    fc.assert(
      fc.property(fc.string({ unit: ANY_CHAR, maxLength: 300 }), fc.integer({ min: 10, max: 40 }), (text, width) => {
        const lines = wrap(text, width, 5)
        expect(lines.length).toBeLessThanOrEqual(5)
        expect(lines.filter((line) => widthOf(line) > width)).toEqual([])
      }),
      { seed: seed(), numRuns: scaled(2_000) },
    )
  })
})
