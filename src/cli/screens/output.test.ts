import { describe, expect, it } from 'vitest'
import { runCli } from '../../../test/helpers/cli.ts'
import { NAMES } from '../commands/index.ts'
import { json, oneLine, printable, table } from './output.ts'
import { cutTo, fill, SCREEN_WIDTH, widthOf, wrapWords } from './width.ts'

describe('tables', () => {
  it('line up cells with East Asian characters and emoji', () => {
    const lines = table([
      ['漢字', 'a'],
      ['🚀 go', 'b'],
      ['plain', 'c'],
    ]).split('\n')
    expect(lines).toEqual(['漢字   a', '🚀 go  b', 'plain  c', ''])
  })

  it('wrap the last column at the width of the screen, and never cut a path', () => {
    const path = `/home/${'x'.repeat(90)}`
    const text = table([['--name', `${'word '.repeat(20)}${path}`]])
    const [first = '', second = '', third] = text.split('\n')
    expect(widthOf(first)).toBeLessThanOrEqual(SCREEN_WIDTH)
    expect(second).toMatch(/^ {8}word /)
    expect(third).toBe(`        ${path}`)
  })
})

it('never writes a character that a terminal obeys, and JSON keeps its value', () => {
  const obeyed = ['\u0007', '\u001b', '\u007f', '\u009b', '\u061c', '\u2028', '\u202e', '\u2066']
  const text = `a\\${obeyed.join('')}z`
  for (const written of [printable(text), json({ text })])
    expect(obeyed.filter((character) => written.includes(character))).toEqual([])
  expect(JSON.parse(json({ text }))).toEqual({ text })
})

it('cuts text by columns, and never cuts a character in two', () => {
  expect(oneLine('漢字漢字', 5)).toBe('漢字…')
  expect(cutTo('👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 5)).toBe('👨‍👩‍👧‍👦👨‍👩‍👧‍👦…')
  expect(oneLine('plain', 5)).toBe('plain')
})

it.each([
  ['naïve', 5],
  ['漢字', 4],
  ['한국어', 6],
  ['ｶﾞ', 2],
  ['e\u0301', 1],
  ['कार्यक्रम', 7],
  ['✓ ok…', 5],
  ['⚠️', 2],
  ['1️⃣', 2],
  ['🇩🇪', 2],
  ['👨‍👩‍👧‍👦', 2],
  ['\u001b[31mé\u001b[0m', 1],
])('%j takes %i columns', (text, columns) => {
  expect(widthOf(text)).toBe(columns)
})

it('keeps the indent of a line and breaks between words', () => {
  expect(wrapWords('  two words\nmore', 8)).toEqual(['  two', 'words', 'more'])
  expect(fill('one two', '- ', '  ')).toBe('- one two\n')
})

describe('help fits the screen', () => {
  const wide = (out: string): string[] => out.split('\n').filter((line) => widthOf(line) > SCREEN_WIDTH)

  it('on the first page', async () => {
    const { out } = await runCli(['--help'])
    expect(wide(out)).toEqual([])
  })

  it.each(NAMES)('on the page of %s', async (name) => {
    expect(wide((await runCli([...name.split(' '), '--help'])).out)).toEqual([])
  })
})
