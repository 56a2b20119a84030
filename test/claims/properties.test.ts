import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extractClaims } from '../../src/claims/extract/extract.ts'
import { scaled, seed } from '../helpers/scale.ts'

/** Sentences that claim one thing each, and the same sentences denied. */
const CLAIMS: readonly (readonly [type: string, says: string, denies: string])[] = [
  ['done', 'The migration is complete.', 'The migration is not complete.'],
  ['done', 'I have finished the task.', 'I have not finished the task.'],
  ['fixed', 'The login bug is fixed.', 'The login bug is not fixed.'],
  ['fixed', 'The crash has been resolved.', 'The crash has not been resolved.'],
  ['shipped', 'The changes were pushed to main.', 'The changes were not pushed to main.'],
  ['shipped', 'I deployed the new version.', 'I never deployed the new version.'],
  ['tests_pass', 'All tests pass.', 'The tests do not pass.'],
  ['tests_pass', 'The build is green.', 'The build is not green.'],
  ['verified', 'I verified the result.', 'I have not verified the result.'],
  ['done', 'Die Aufgabe ist erledigt.', 'Die Aufgabe ist nicht erledigt.'],
  ['fixed', 'Le bug est corrigé.', "Le bug n'est pas corrigé."],
  ['tests_pass', 'Todas las pruebas pasan.', 'Las pruebas no pasan.'],
  ['shipped', 'As alterações foram publicadas.', 'As alterações não foram publicadas.'],
  ['done', "L'attività è stata completata.", "L'attività non è stata completata."],
  ['fixed', 'Ошибка исправлена.', 'Ошибка не исправлена.'],
  ['fixed', 'Chyba je opravena.', 'Chyba není opravena.'],
  ['done', '任务已完成。', '任务尚未完成。'],
  ['fixed', 'バグを修正しました。', 'バグを修正していません。'],
  ['tests_pass', '모든 테스트가 통과했습니다.', '테스트가 통과하지 않았습니다.'],
]
const claim = fc.constantFrom(...CLAIMS)
/** Disguised letters are tested in English only. */
const english = fc.constantFrom(...CLAIMS.slice(0, 9))
const plan = fc.constantFrom(
  ' Next I will update the docs.',
  '\n\nShould I go on?',
  ' Do you want me to open a ticket?',
  "\n\nI'll look at the parser tomorrow.",
)
const runs = (numRuns: number) => ({ numRuns: scaled(numRuns), seed: seed() })
const typesOf = (text: string): string[] =>
  extractClaims(text).claims.map(({ type, hedged }) => `${type}${hedged ? '?' : ''}`)

describe('claims', () => {
  it('are quoted exactly, at their offsets', () => {
    const pieces = fc.array(
      fc.oneof(
        claim.map(([, says]) => says),
        plan,
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('\n', '\n- ', '> ', '`', '**', '\u200b', '| '),
      ),
    )
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('')
        for (const { quote, start, end } of extractClaims(text).claims) expect(text.slice(start, end)).toBe(quote)
      }),
      runs(300),
    )
  })

  it('stay when a plan or a question follows', () => {
    fc.assert(
      fc.property(claim, plan, ([type, says], more) => {
        expect(typesOf(says + more)).toContain(type)
      }),
      runs(200),
    )
  })

  it('disappear when they are denied', () => {
    for (const [type, says, denies] of CLAIMS) {
      expect([says, typesOf(says)]).toEqual([says, expect.arrayContaining([type])])
      expect([denies, typesOf(denies)]).toEqual([denies, expect.not.arrayContaining([type])])
    }
  })

  it("disappear when they are someone else's: in quotation marks, a fence or a block quote with attribution", () => {
    const attributed = fc.constantFrom<(says: string) => string>(
      (says) => `The ticket says "${says}"`,
      (says) => `The log reads:\n\n\`\`\`\n${says}\n\`\`\``,
      (says) => `The author wrote:\n\n> ${says}`,
      (says) => `According to the README, "${says}"`,
    )
    fc.assert(
      fc.property(claim, attributed, ([, says], wrap) => {
        expect(typesOf(wrap(says))).toEqual([])
      }),
      runs(200),
    )
  })

  it('are the same in capitals, wide letters, markup and with invisible characters', () => {
    const wide = (text: string): string =>
      text.replace(/[a-z]/gi, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0))
    const variant = fc.constantFrom<(says: string) => string>(
      (says) => says.toUpperCase(),
      wide,
      (says) => `**${says}**\n`,
      (says) => says.replace(/(\w)(\w)/g, '$1\u200b$2'),
      (says) => says.replace(/(\w\w)(\w)/g, '$1<b></b>$2'),
      (says) => `_${says}_`,
    )
    fc.assert(
      fc.property(english, variant, ([, says], change) => {
        expect(typesOf(change(says))).toEqual(typesOf(says))
      }),
      runs(200),
    )
  })

  it('are the same each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        expect(extractClaims(text)).toEqual(extractClaims(text))
      }),
      runs(100),
    )
  })
})

describe('hostile text', () => {
  const LENGTH = scaled(100 * 1024)
  const filled = (part: string): string => part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH)

  it.each([
    'a',
    ' ',
    '\n',
    'done ',
    'not done, ',
    '`',
    '"',
    '(',
    '[x](',
    '<',
    '<!--',
    '&#',
    '✅',
    '\u200b',
    'e\u0336',
    'd o n e ',
    '完成',
    '修正しました',
    '- [x] a\n',
    '| a ',
    '# ',
    '> ',
    'if ',
    "a'",
    'a-',
    '/a',
    '1/1 ',
    '```\n',
  ])('is read to its end, whatever it contains: %j', (part) => {
    const { claims } = extractClaims(filled(part))
    expect(claims.length).toBeLessThanOrEqual(500)
  })
})
