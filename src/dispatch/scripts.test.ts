import { describe, expect, it } from 'vitest'
import { readShell } from '../shell/read.ts'
import { recipesIn, scriptsNamed, writtenBy } from './scripts.ts'

const runsOf = (text: string) => {
  const reading = readShell(text)
  return reading.kind === 'read' ? reading.runs : []
}

describe('the recipes of make', () => {
  const MAKEFILE =
    '.PHONY: all\nCC := cc\nall: build test\nbuild:\n\t@cc x.c\n\ttrue\ntest: build\n\t-./run $(HOME) $$X\nother:\n\trm x\n'

  it('are those of a target and its prerequisites, each once', () => {
    expect(recipesIn(MAKEFILE, ['test'])).toBe('./run $HOME $X\ncc x.c\ntrue')
    expect(recipesIn(MAKEFILE, ['other'])).toBe('rm x')
    expect(recipesIn(MAKEFILE, ['none'])).toBe('')
  })

  it('are those of the first target if none is named', () => {
    expect(recipesIn(MAKEFILE, [])).toContain('cc x.c')
    expect(recipesIn('a: b\nb: a\n\tx\n', [])).toBe('x')
  })
})

describe('scripts that a text starts', () => {
  it.each([
    ['bash x', 'file'],
    ['. ./x', 'file'],
    ['./x', 'file'],
    ['bash < x', 'file'],
    ['cat x | sh', 'file'],
    ['bash -c "$(cat x)"', 'file'],
    ['ENV=x sh -i', 'file'],
    ['npm run x', 'package'],
    ['node --run x', 'package'],
    ['make x', 'make'],
    ['bash -c x', undefined],
    ['x', undefined],
  ])('are recognized by how they are started: %s', (text, kind) => {
    expect(scriptsNamed(runsOf(text))[0]?.kind).toBe(kind)
  })

  it('may be written by the text itself, line by line', () => {
    expect([...writtenBy(runsOf("echo a > x; echo b >> ./x; printf '%s' c > y"))]).toEqual([
      ['x', 'a\nb'],
      ['y', '%s\nc'],
    ])
  })
})
