import type { Shape } from './worst-case.ts'

/** A reader, how its text begins, and what follows again and again: quadratic before they were found. */
export const SLOW_ONCE: readonly (readonly [reader: string, head: string, part: string])[] = [
  ['tests in .ts', '', 'test('],
  ['tests in .ts', '', "it('a', () => { try {"],
  ['tests in .ts', '"', '\\"\\\n'],
  ['tests in .py', '"', '\\"\\\n'],
  ['tests in .py', '', '@a\n'],
  ['an earlier run', '✔ ', '('],
  ['an earlier run', '✔ ', '['],
  ['output that shows a run', 'Tests:', ' '],
  ["a model's reply", '```', '\n'],
  ['a prompt', 'bailiff: accept', ' '],
  ['a message', 'Failing', ' '],
  ['a message', 'Failing: a', ' '],
  ['call: a patch', '', '*** Add File: a\n'],
  ['call: a path', '', '['],
  ['call: a path', '', '/'],
  ['call: code', '"/a" ', 'remove'],
  ['call: code', '"/a" ', 'glob'],
  ['call: writes a.test.ts', 'assert', ' '],
  ['call: writes .npmrc', '', 'a.'],
  ['a makefile that a call runs', 'a', ' '],
  ['Makefile', 'a', ' '],
  ['Makefile', 'A = a', ' '],
  ['a section of pyproject.toml', '', '['],
  ['a section of pyproject.toml', 'a', ' '],
  ['a section of pyproject.toml', '', ' #'],
  ['a section of vite.config.ts', '', '/*'],
  ['a section of vite.config.ts', 'test:', '\n'],
  ['a text to redact', 'password: "', 'a'],
  ['a value to redact', '', 'a'],
  ['a text on a screen', 'a', ' '],
  ['a text on a screen', 'a', '\t'],
  ['a text on a CI page', '', '\n'],
]

/** For each reader the text that takes it longest: how it grows, and its beginning, its part and its end. */
export const WORST: { readonly [reader: string]: readonly [Shape['kind'], string, string, string] } = {
}
