/** Scripts without spaces between words: each character is a unit of its own. */
const SINGLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]/u
const UNIT =
  /n't(?![\p{L}])|'(?:ve|s|re|ll|d|m)(?![\p{L}])|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]|[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*'?|[^\s]/gu
const CONTRACTED = /^(.*?)(n't|'(?:ve|s|re|ll|d|m))$/

export const isSingle = (char: string): boolean => SINGLE.test(char)

/** What a text is looked up by: words in small letters, with what is contracted taken apart; single characters elsewhere. */
export function unitsOf(text: string): string[] {
  return [...text.toLowerCase().matchAll(UNIT)].flatMap(([unit]) => apart(unit))
}

/** `isn't` is `is n't`, `j'ai` is `j' ai`; hyphens part words as well. */
export function apart(word: string): string[] {
  const [, stem = '', ending = ''] = CONTRACTED.exec(word) ?? []
  if (ending !== '') return stem === '' ? [ending] : [...apart(stem === 'ca' ? 'can' : stem), ending]
  const at = word.search(/['-]/)
  if (at < 0 || at === word.length - 1) return [word]
  const head = word[at] === "'" ? word.slice(0, at + 1) : word.slice(0, at)
  return head === '' ? [word] : [head, ...apart(word.slice(at + 1))]
}
