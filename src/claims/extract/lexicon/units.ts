import { classAt } from './chars.ts'

const CONTRACTED = /^(.*?)(n't|'(?:ve|s|re|ll|d|m))$/

/** Splits text into lookup units: lowercase words with contractions split; single characters in scripts without spaces. */
export function unitsOf(text: string): string[] {
  return text.toLowerCase().split(' ').flatMap(unitsOfWord)
}

/** Latin and Cyrillic letters only: nothing to split. */
const PLAIN = /^[a-zß-öø-ɏа-џ]*$/

/** Splits one word, or a sign of several characters ("🐛➡🪦"), into units. */
function unitsOfWord(word: string): string[] {
  if (PLAIN.test(word)) return word === '' ? [] : [word]
  const first = classAt(word, 0)
  if (first === 'letter' || first === 'digit' || word.startsWith("'")) return wordAndRest(word)
  return [...word]
}

function wordAndRest(word: string): string[] {
  const at = [...word].findIndex((char) => classAt(char, 0) === 'single')
  if (at < 0) return apart(word)
  return [...apart(word.slice(0, at)), ...unitsOfWord(word.slice(at))].filter((unit) => unit !== '')
}

/** `isn't` becomes `is n't`, `j'ai` becomes `j' ai`; hyphens separate words too. */
export function apart(word: string): string[] {
  const at = word.search(/['-]/)
  if (at < 0) return [word]
  const [, stem = '', ending = ''] = CONTRACTED.exec(word) ?? []
  if (ending !== '') return stem === '' ? [ending] : [...apart(stem === 'ca' ? 'can' : stem), ending]
  if (at === word.length - 1) return [word]
  const head = word[at] === "'" ? word.slice(0, at + 1) : word.slice(0, at)
  return head === '' ? [word] : [head, ...apart(word.slice(at + 1))]
}
