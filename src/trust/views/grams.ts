import { featureOf, hashOf } from './feature.ts'

/** Receives features. */
export type Collector = { add(feature: number): void }

export const CHARS = 4

const ZERO = 48
const NINE = 57

/** Every run of four characters. All digits count as the same: numbers differ from call to call. */
export function addChars(text: string, into: Collector): void {
  let run = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    // Eight bits for each of the last four characters; older ones are shifted out.
    run = (run << 8) ^ (code >= ZERO && code <= NINE ? ZERO : code)
    if (i >= CHARS - 1) into.add(featureOf(run))
  }
}

/** Keeps a pair apart from a longer word. */
const PAIR = 0x55555555

/** Every word, and every pair of adjacent words. */
export function addWords(words: readonly string[], into: Collector): void {
  let before = 0
  for (let i = 0; i < words.length; i++) {
    const hash = hashOf(words[i] ?? '')
    into.add(featureOf(hash))
    if (i > 0) into.add(featureOf(((before << 7) | (before >>> 25)) ^ hash ^ PAIR))
    before = hash
  }
}

/** Words without their order. `label` keeps them apart from other words of the same view. */
export function addBag(words: readonly string[], label: string, into: Collector): void {
  const start = hashOf(label)
  for (const word of words) into.add(featureOf(hashOf(word, start)))
}
