import { classAt } from './chars.ts'

const CONTRACTED = /^(.*?)(n't|'(?:ve|s|re|ll|d|m))$/

/** What a text is looked up by: words in small letters, with what is contracted taken apart; single characters elsewhere. */
export function unitsOf(text: string): string[] {
  return text.toLowerCase().split(' ').flatMap(unitsOfWord)
}

/** Words of one script, or a sign of several characters ("🐛➡🪦"), are one or many units. */
function unitsOfWord(word: string): string[] {
  if (/^[a-z]*$/.test(word)) return word === '' ? [] : [word]
  const first = classAt(word, 0)
  if (first === 'letter' || first === 'digit' || word.startsWith("'")) return wordAndRest(word)
  return [...word]
}

function wordAndRest(word: string): string[] {
  const at = [...word].findIndex((char) => classAt(char, 0) === 'single')
  if (at < 0) return apart(word)
  return [...apart(word.slice(0, at)), ...unitsOfWord(word.slice(at))].filter((unit) => unit !== '')
}

/** `isn't` is `is n't`, `j'ai` is `j' ai`; hyphens part words as well. */
export function apart(word: string): string[] {
  const at = word.search(/['-]/)
  if (at < 0) return [word]
  const [, stem = '', ending = ''] = CONTRACTED.exec(word) ?? []
  if (ending !== '') return stem === '' ? [ending] : [...apart(stem === 'ca' ? 'can' : stem), ending]
  if (at === word.length - 1) return [word]
  const head = word[at] === "'" ? word.slice(0, at + 1) : word.slice(0, at)
  return head === '' ? [word] : [head, ...apart(word.slice(at + 1))]
}
