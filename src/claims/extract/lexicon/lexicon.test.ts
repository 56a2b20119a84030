import { describe, expect, it } from 'vitest'
import { guessLanguage, languageOf } from '../detect.ts'
import { foldings } from './fold.ts'
import { inOrder } from './in-order.ts'
import { BY_SCRIPT, LATIN } from './index.ts'
import { type Language, Lexicon, lexiconOf } from './lexicon.ts'
import { simplified } from './simplified.ts'
import { unitsOf } from './units.ts'

/** The words of a language, as the build encodes them. */
function encoded(language: Language): string {
  const entries = language.entries()
  return typeof entries === 'string' ? entries : inOrder(entries)
}

const LANGUAGES = [...LATIN, ...BY_SCRIPT.map(([, language]) => language)]

describe('lexicons', () => {
  it.each(LANGUAGES.map((language) => [language.name, language] as const))(
    '%s has words for every claim and for cancelling one',
    (_, language) => {
      const needed = [
        'done',
        'fixed',
        'shipped',
        'passed',
        'checked',
        'works',
        'cannot',
        'please',
        'not',
        'hedge',
        'plan',
        'if',
        'appraises',
        'proposes',
        'test',
      ] as const
      const roles = Object.values(JSON.parse(encoded(language)) as { [first: string]: string })
        .flatMap((phrases) => phrases.split('|'))
        .flatMap((phrase) => phrase.split('=')[1]?.split(','))
      expect(needed.filter((role) => !roles.includes(role))).toEqual([])
    },
  )

  it('list Chinese words in simplified characters', () => {
    const chinese = LANGUAGES.find(({ name }) => name === 'zh')
    const text = chinese === undefined ? '' : encoded(chinese)
    expect([...text].filter((char) => simplified(char) !== char)).toEqual([])
  })

  it.each(LANGUAGES.map((language) => [language.name, language] as const))(
    '%s has the same phrases, encoded or not',
    (_, language) => {
      const lexicon = lexiconOf(language)
      const decoded = new Lexicon({ ...language, entries: () => encoded(language) })
      const firsts = Object.keys(JSON.parse(encoded(language)))
      expect(firsts.map((first) => lexicon.phrases(first))).toEqual(firsts.map((first) => decoded.phrases(first)))
    },
  )

  it('are built once', () => {
    const [first] = LATIN
    expect(first && lexiconOf(first)).toBe(first && lexiconOf(first))
  })
})

describe('inOrder', () => {
  it('lists phrases by their first unit, longest first, with all their roles', () => {
    const entries = inOrder({ done: 'done all_done', verdict: 'all_done', all: 'all', fixed: `corrig{é|ée}` })
    expect(JSON.parse(entries)).toEqual({
      done: 'done=done',
      all: 'all done=done,verdict|all=all',
      corrigé: 'corrigé=fixed',
      corrigée: 'corrigée=fixed',
    })
  })

  it('refuses a word that contains a separator', () => {
    expect(() => inOrder({ done: 'a=b' })).toThrow('"a=b" cannot be a word')
  })
})

describe('unitsOf', () => {
  it.each([
    ["isn't", ['is', "n't"]],
    ["can't", ['can', "n't"]],
    ["j'ai", ["j'", 'ai']],
    ['up-to-date', ['up', 'to', 'date']],
    ['已完成', ['已', '完', '成']],
  ])('%s', (text, units) => {
    expect(unitsOf(text)).toEqual(units)
  })
})

describe('foldings', () => {
  it.each([
    ['dоne', 'done'],
    ['f1xed', 'fixed'],
    ['dóne', 'done'],
    ['выпoлнeнa', 'выполнена'],
  ])('%s may be %s', (word, meant) => {
    expect(foldings(word)).toContain(meant)
  })

  it('leaves plain words alone', () => {
    expect(foldings('done')).toEqual([])
    expect(foldings('完成')).toEqual([])
  })
})

describe('languageOf', () => {
  const SENTENCES = [
    ['en', 'The tests are green and the bug is gone.'],
    ['en', "I've opened a pull request."],
    ['de', 'Die Tests sind grün und der Fehler ist weg.'],
    ['fr', 'Les tests sont verts et le bug est corrigé.'],
    ['es', 'Las pruebas pasan y el error está corregido.'],
    ['pt', 'Os testes passam e o erro foi corrigido.'],
    ['it', 'Tutti i test passano e il bug è stato risolto.'],
    ['cs', 'Všechny testy prošly a chyba je opravena.'],
    ['ru', 'Все тесты прошли, ошибка исправлена.'],
    ['zh', '所有测试都通过了。'],
    ['ja', 'テストはすべて通りました。'],
    ['ko', '모든 테스트가 통과했습니다.'],
  ] as const

  it.each(SENTENCES)('knows %s', (name, text) => {
    expect(languageOf(text)?.name).toBe(name)
  })

  it('is tried with every language', () => {
    expect(new Set(SENTENCES.map(([name]) => name))).toEqual(new Set(LANGUAGES.map(({ name }) => name)))
  })
})

describe('guessLanguage', () => {
  it.each([
    ['de', 'Fertig.'],
    ['es', 'Tarea terminada!'],
    ['fr', 'Terminé.'],
    ['en', 'Done.'],
  ])('recognises %s by a word or two', (name, text) => {
    expect(guessLanguage(text).name).toBe(name)
  })
})
