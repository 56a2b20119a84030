import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNamed } from './glob.ts'

const fits = (glob: string, path: string): boolean => isNamed(path, [glob])

/** The same globs as regular expressions: easy to verify, but possibly very slow. */
function reference(glob: string, path: string): boolean {
  const part = (text: string): string =>
    text
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*+/g, '[^/]*')
      .replaceAll('?', '[^/]')
  const parts = glob.split('/').map((one) => (one === '**' ? '(?:[^/]+/)*' : `${part(one)}/`))
  return new RegExp(`^${parts.join('')}(?:[^/]+/)*$`, 's').test(`${path}/`)
}

describe('a glob', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['src', 'src/deep/a.ts'],
    ['src/', 'src/a.ts'],
    ['./src/*.ts', 'src/a.ts'],
    ['src/**', 'src/deep/a.ts'],
    ['**/*.test.ts', 'a.test.ts'],
    ['**/*.test.ts', 'src/deep/a.test.ts'],
    ['src/**/a.ts', 'src/a.ts'],
    ['src/**/x/**/a.ts', 'src/1/x/2/3/a.ts'],
    ['*', '.env'],
    ['file?.ts', 'file1.ts'],
    ['?', '😀'],
    ['[id].ts', '[id].ts'],
    ['a*b*c', 'a-b-b-c'],
  ])('%s matches %s', (glob, path) => expect(fits(glob, path)).toBe(true))

  it.each([
    ['src', 'source/a.ts'],
    ['src/*.ts', 'src/deep/a.ts'],
    ['*.ts', 'src/a.ts'],
    ['src/**/a.ts', 'src/b.ts'],
    ['file?.ts', 'file.ts'],
    ['?', '/'],
    ['[id].ts', 'i.ts'],
    ['a.ts', 'abts'],
    ['src/a.ts', 'src'],
  ])('%s does not match %s', (glob, path) => expect(fits(glob, path)).toBe(false))

  it('matches the same paths as the equivalent regular expression', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '.'), minLength: 1, maxLength: 5 })
    const glob = fc.array(fc.oneof(fc.constant('**'), part), { minLength: 1, maxLength: 5 })
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: 5 })
    const path = fc.array(name, { minLength: 1, maxLength: 5 })
    // A single dot is not a part of a path, and three or more stars in a row count as two.
    fc.assert(
      fc.property(glob, path, (parts, names) => {
        fc.pre(!parts.includes('.') && !parts.some((one) => /^\*{3,}$/.test(one)))
        expect(fits(parts.join('/'), names.join('/'))).toBe(reference(parts.join('/'), names.join('/')))
      }),
      { numRuns: 3000 },
    )
  })

  it('is fast, however many stars it has', () => {
    const part = `${'*a'.repeat(120)}b`
    expect(fits(`${'**/a/'.repeat(80)}${part}`, `${'a/'.repeat(2000)}${'a'.repeat(250)}`)).toBe(false)
  })

  it('excludes with !, and the last match decides; if the first one excludes, all else is included', () => {
    const globs = ['docs/**', '!docs/generated/**', 'docs/generated/keep.md']
    const paths = ['docs/a.md', 'docs/generated/b.md', 'docs/generated/keep.md', 'src/a.ts']
    expect(paths.map((path) => isNamed(path, globs))).toEqual([true, false, true, false])
    expect([isNamed('a', ['!b']), isNamed('b', ['!b']), isNamed('a', [])]).toEqual([true, false, false])
  })
})
