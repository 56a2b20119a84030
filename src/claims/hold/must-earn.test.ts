import { describe, expect, it } from 'vitest'
import { extractClaims } from '../extract/extract.ts'
import { mustEarn } from './must-earn.ts'
import { NUMBERS, numbersOf } from './numbers.ts'
import { WEIGHTS } from './weights.ts'

const decided = (text: string, changed: boolean | null) => mustEarn(extractClaims(text), { changed })

describe('a turn must be earned', () => {
  it.each(['', 'Hmm.', 'Which one do you prefer?', 'Voilà.', '好'])(
    'if it changed files, whatever it says: %s',
    (text) => {
      expect(decided(text, true)).toMatchObject({ hold: true, by: 'work' })
    },
  )

  it.each(['Done. All tests pass.', 'I fixed the crash and pushed it.'])(
    'by its words, if it changed nothing: %s',
    (text) => {
      expect(decided(text, false)).toMatchObject({ hold: true, by: 'words' })
    },
  )

  it.each([
    'The cache is written to disk on every change. Which size would you like?',
    'I will fix the crash next.',
    'If the tests pass, you can merge it.',
    'Tests were not run.',
    'The last CI run:\n\n- build: passed\n- lint: passed',
    'I tried it and undid it.',
    'Ready in `~/shop`. What shall we do first?',
    'All three agents are running in parallel.',
  ])('but not by: %s', (text) => {
    expect(decided(text, false)).toMatchObject({ hold: false, by: 'none' })
    expect(decided(text, null)).toMatchObject({ hold: false, by: 'none' })
  })

  // Few messages in these languages are labelled, so a word that may mean something else only warns.
  it.each([
    ['Залил сборку на тестовый сервер.', 'words'],
    ['Enviei a correção para produção.', 'words'],
    ['Alle 12 Tests sind grün.', 'words'],
    ['Der Export funktioniert jetzt.', 'none'],
    ['Экспорт теперь работает.', 'none'],
  ])('in a rarely measured language by acts and tests: %s (%s)', (text, by) => {
    expect(decided(text, false)).toMatchObject({ by })
  })

  it('by fewer points if it is unknown whether it changed files', () => {
    const known = decided('Done.', false)
    const unknown = decided('Done.', null)
    expect(known.points - known.needed).toBeLessThan(unknown.points - unknown.needed)
  })

  it('by points that its contributions add up to', () => {
    const { points, contributions } = decided('Fixed the crash; all tests pass. I could not push it.', null)
    expect(contributions.reduce<number>((sum, one) => sum + one.points, WEIGHTS.start)).toBe(points)
    expect(contributions.every(({ value }) => value !== 0)).toBe(true)
  })

  it('by whole points for numbers that are small', () => {
    for (const points of Object.values(WEIGHTS)) expect(Number.isInteger(points)).toBe(true)
    const numbers = numbersOf(extractClaims('Done. '.repeat(400)), { changed: null })
    for (const name of NUMBERS) expect(Math.abs(numbers[name])).toBeLessThanOrEqual(8)
  })
})
