import { describe, expect, it } from 'vitest'
import { isNamed } from './glob.ts'

describe('a glob', () => {
  it.each([
    ['src/**', 'src/a/b.ts', true],
    ['src/**', 'src/a.ts', true],
    ['src/**', 'other/src/a.ts', false],
    ['src/', 'src/a.ts', true],
    ['**', 'a', true],
    ['**/*.ts', 'a.ts', true],
    ['**/*.ts', 'x/y/a.ts', true],
    ['*.ts', 'x/a.ts', false],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/b', 'a/x/y/c', false],
    ['test_?.py', 'test_a.py', true],
    ['test_?.py', 'test_ab.py', false],
    ['a*b*c', 'aXbYc', true],
    ['a*b*c', 'aXbY', false],
    ['.env*', '.env.local', true],
    ['a.b', 'axb', false],
    ['[x]', 'x', false],
  ])('%s and %s: %s', (glob, path, expected) => expect(isNamed(path, [glob])).toBe(expected))

  it('takes away behind !, and the last decides', () => {
    const globs = ['docs/**', '!docs/generated/**', 'docs/generated/keep.md']
    expect(['docs/a.md', 'docs/generated/b.md', 'docs/generated/keep.md'].map((path) => isNamed(path, globs))).toEqual([
      true,
      false,
      true,
    ])
    expect(isNamed('a', ['!b'])).toBe(false)
  })

  it('ends soon whatever it is given', () => {
    const path = 'a'.repeat(5_000)
    expect(isNamed(path, [`${'*a'.repeat(500)}b`])).toBe(false)
    expect(isNamed('a/'.repeat(2_000), [`${'**/a/'.repeat(400)}b`])).toBe(false)
  })
})
