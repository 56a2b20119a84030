import { featureOf, hashOf } from './feature.ts'

/** Receives features. */
export type Collector = { add(feature: number): void }

export const CHARS = 4

const FACTOR = 0x01000193

/** Every run of four characters. All digits count as the same: numbers differ from call to call. */
export function addChars(text: string, into: Collector): void {
  let first = 0
  let second = codeAt(text, 0)
  let third = codeAt(text, 1)
  let fourth = codeAt(text, 2)
  for (let i = CHARS - 1; i < text.length; i++) {
    first = second
    second = third
    third = fourth
    fourth = codeAt(text, i)
    into.add(featureOf(Math.imul(Math.imul(Math.imul(first, FACTOR) ^ second, FACTOR) ^ third, FACTOR) ^ fourth))
  }
}

const ZERO = 48
const NINE = 57

function codeAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= ZERO && code <= NINE ? ZERO : code
}

/** Every word, and every pair of adjacent words. */
export function addWords(words: readonly string[], into: Collector): void {
  let before = 0
  for (let i = 0; i < words.length; i++) {
    const hash = hashOf(words[i] ?? '')
    into.add(featureOf(hash))
    if (i > 0) into.add(featureOf(Math.imul(before, 31) ^ hash))
    before = hash
  }
}

/** Words without their order. `label` keeps them apart from other words of the same view. */
export function addBag(words: readonly string[], label: string, into: Collector): void {
  const start = hashOf(label)
  for (const word of words) into.add(featureOf(hashOf(word, start)))
}
