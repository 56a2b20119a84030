import type { Reading } from '../reading/read.ts'
import { addBag, addChars, addWords, type Collector } from './grams.ts'

/** A way to look at a call. Different kinds of view fail on different calls; that is what makes their median steady. */
export type View = { name: string; collect(reading: Reading, into: Collector): void }

/** The text as written, in runs of characters. */
const rawChars: View = {
  name: 'raw-chars',
  collect: ({ text }, into) => addChars(` ${text.toLowerCase()} `, into),
}

/** The words as written. */
const rawWords: View = {
  name: 'raw-words',
  collect({ words, parts }, into) {
    addWords(words, into)
    addBag(parts, 'part ', into)
  },
}

/** The words by class. */
const classWords: View = {
  name: 'class-words',
  collect({ classes, parts, kinds }, into) {
    addWords(['^', ...classes, '$'], into)
    addBag(parts, 'part ', into)
    addBag(kinds, 'kind ', into)
  },
}

/** Commands, flags and operators, and what goes with what. */
const skeleton: View = {
  name: 'skeleton',
  collect({ skeleton: marks, pairs, kinds }, into) {
    addWords(['^', ...marks, '$'], into)
    addBag(pairs, 'pair ', into)
    addWords(['kinds:', ...kinds.map((kind) => `kind ${kind}`), 'kinds.'], into)
  },
}

/** The classes in runs of characters. */
const classChars: View = {
  name: 'class-chars',
  collect: ({ classes, kinds }, into) => addChars(` ${classes.join(' ')} ${kinds.join(' ')} `, into),
}

export const VIEWS: readonly View[] = [rawChars, rawWords, classWords, skeleton, classChars]

/** The view that tells categories apart best. */
export const CATEGORY_VIEW = classWords
