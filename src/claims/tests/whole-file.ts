import type { FoundTest, TestInventory } from './found-test.ts'
import { isNamedTest } from './test-file.ts'

/** A test file in which no test can be read, by a runner that is not known: the file counts as one test. */

/** Files in folders of tests that are there for other tests. */
const SUPPORT =
  /(?:help|util|support|setup|teardown|config|fixture|mock|stub|fake|factor|builder|common|shared|global|base|data|page|command|runner|main|index|types)|(?:^|\/)_/i
/** The path up to the folder of tests. */
const FOLDER = /^.*?(?:^|\/)(?:__tests__|tests?|specs?|e2e|cypress)\//
const EXPORTS = /^\s*export\b|\bmodule\.exports\b|^\s*exports\./m
const COMPARES = /\b(?:assert|expect|should|verif|refute|equal|deepEqual|toBe)/i
/** Programs beside tests throw, too. */
const THROWS = /\b(?:fail|throw|raise)/i

/** Returns the file as one test; nothing if it is no test file by name and content. */
export function wholeFile(path: string, text: string): TestInventory {
  const compares = COMPARES.test(text) || (isNamedTest(path) && THROWS.test(text))
  if (path.endsWith('.rs') || !compares) return []
  const isSupport = SUPPORT.test(path.replace(FOLDER, '')) || EXPORTS.test(text)
  if (!isNamedTest(path) && isSupport) return []
  return [{ name: '', body: 'file', state: 'runs', asserts: true, rows: false, pieces: sampleOf(text) }]
}

export const isWholeFile = ({ pieces }: FoundTest): boolean => pieces !== undefined

/** Words that are compared together. Layout and punctuation do not count. */
const WORDS = 5
const SAMPLE = 32

/** A sample of a file's content that does not depend on where things stand: the pieces with the lowest hashes. */
const sampleOf = (text: string): number[] => [...new Set(piecesOf(text))].sort((a, b) => a - b).slice(0, SAMPLE)

/** Hashes each run of a few words. */
export function piecesOf(text: string): number[] {
  const words = [...text.matchAll(/\w+/g)].map(([word]) => hashOf(word))
  const pieces: number[] = []
  for (let at = 0; at + WORDS <= Math.max(words.length, WORDS); at++)
    pieces.push(words.slice(at, at + WORDS).reduce((hash, word) => Math.imul(hash, 31) + word, 0) >>> 0)
  return pieces
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash
}

/** True if at least half of a file's content is in these pieces: it was moved, split or merged. */
export const isCarriedOn = ({ pieces = [] }: FoundTest, now: ReadonlySet<number>): boolean =>
  pieces.filter((one) => now.has(one)).length * 2 >= Math.max(1, pieces.length)
