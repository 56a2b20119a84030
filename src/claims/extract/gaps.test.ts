import { describe, expect, it } from 'vitest'
import { extractClaims } from './extract.ts'

const gapsIn = (text: string): string[] => extractClaims(text).gaps.map(({ quote }) => quote)

describe('a message states a gap', () => {
  it.each([
    'One test still fails.',
    'The new test "divides" still fails because div is missing; I stopped there.',
    'The suite was red before my change and still is.',
    '38 passed, 2 failed.',
    'The tests do not pass yet.',
    'I could not get the tests to pass.',
    'I have not run the tests.',
    'Not verified: tests.',
    'Failing: multiplies (as intended)',
    'Ein Test schlägt noch fehl.',
    'Um teste ainda falha.',
    'Testy jsem nespustil.',
  ])('%s', (text) => {
    expect(gapsIn(text)).toEqual([text])
  })

  it.each([
    'The tests failed at first.',
    'The suite was red before my change.',
    'I fixed the test that fails on Windows.',
    'It fails if the file is missing.',
    'No test fails.',
    'All tests pass.',
    'Does the test still fail?',
    'I did not change the tests.',
    'The test no longer fails.',
  ])('but not by: %s', (text) => {
    expect(gapsIn(text)).toEqual([])
  })
})

describe('a long message', () => {
  it('states all of its gaps in the plain form', () => {
    const lines = Array.from({ length: 300 }, (_, i) => `Not verified: page ${i}`)
    const found = gapsIn([...lines, 'Failing: adds'].join('\n\n'))
    expect(found).toHaveLength(301)
    expect(found.at(-1)).toBe('Failing: adds')
  })

  it('keeps room for them after many sentences, and has a limit', () => {
    const sentences = Array.from({ length: 400 }, (_, i) => `Test ${i} still fails.`)
    const found = gapsIn([...sentences, 'Failing: adds'].join('\n\n'))
    expect(found.length).toBeLessThan(300)
    expect(found.at(-1)).toBe('Failing: adds')
    expect(gapsIn('Failing: adds\n\n'.repeat(2_000)).length).toBeLessThanOrEqual(500)
  })
})

describe('a claim says only that an act was made', () => {
  const actsIn = (text: string) => extractClaims(text).claims.map(({ type, act }) => `${type} ${act}`)

  it.each([
    ['Committed as "WIP".', 'shipped commit'],
    ['Merged feature into main.', 'shipped commit'],
    ['Ich habe die Änderungen committet.', 'shipped commit'],
    ['Committed and pushed.', 'shipped undefined'],
    ['I merged the pull request.', 'shipped undefined'],
    ['Merged into production.', 'shipped undefined'],
    ['The dev server is running in the background.', 'verified start'],
    ['The dev server is running without errors.', 'verified undefined'],
    ['The dev server is running, and everything works as expected.', 'verified undefined'],
  ])('%s %s', (text, expected) => {
    expect(actsIn(text)).toEqual([expected])
  })
})

it.each([
  ['I fixed the parser. Failing: lint', ['Failing: lint']],
  ['All three are in! Not verified: docs. Open: the guide', ['Not verified: docs.', 'Open: the guide']],
  ['已完成。 失败: lint', ['失败: lint']],
  ['Everything passes. Failing: none', []],
])('a label counts after the end of a sentence too: %s', (text, gaps) => {
  const plain = extractClaims(text).gaps.filter(({ form }) => form === 'plain')
  expect(plain.map(({ quote }) => quote)).toEqual(gaps)
})
