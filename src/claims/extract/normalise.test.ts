import { describe, expect, it } from 'vitest'
import { normalise } from './normalise.ts'

describe('normalise', () => {
  it.each([
    ['zero-width characters', 'd\u200bo\u2060n\ufeffe', 'done'],
    ['soft hyphens', 'fi\u00adxed', 'fixed'],
    ['wide letters', 'Ｄｏｎｅ', 'Done'],
    ['mathematical letters', '𝐃𝐨𝐧𝐞', 'Done'],
    ['marks that only disguise', 'd\u0336o\u0336ne', 'done'],
    ['marks that make a letter', 'pousse\u0301', 'poussé'],
    ['emphasis', '**Do**ne, _all_ of it', 'Done, all of it'],
    ['tags', 'comp<b>le</b>ted', 'completed'],
    ['comments', 'do<!-- x -->ne', 'done'],
    ['links', 'f[ix](#a)ed', 'fixed'],
    ['entities', 'do&#110;e &amp; dusted', 'done & dusted'],
    ['backticks inside a word', '`Ship`ped', 'Shipped'],
    ['curly apostrophes', 'isn’t', "isn't"],
  ])('reads through %s', (_, text, read) => {
    expect(normalise(text).text).toBe(read)
  })

  it.each([
    '修正しました。完了、テスト',
    '완료했습니다',
    'Исправлено: всё',
    'déjà vérifié',
    'か\u3099く',
    '完\u0336成',
  ])('reads %s as Unicode composes it, character by character', (text) => {
    const { text: read, starts, ends } = normalise(text)
    expect(read).toBe(text.normalize('NFKC').replace('\u0336', ''))
    expect(ends.at(-1)).toBe(text.length)
    for (let i = 1; i < read.length; i++) expect(starts[i]).toBe(ends[i - 1])
  })

  it('keeps code spans and bullets', () => {
    expect(normalise('run `npm test`\n* item').text).toBe('run `npm test`\n* item')
  })

  it('keeps the original position of each character', () => {
    const { text, starts, ends } = normalise('a\u200b**b**')
    expect(text).toBe('ab')
    expect([...starts]).toEqual([0, 4])
    expect([...ends]).toEqual([1, 5])
  })
})
