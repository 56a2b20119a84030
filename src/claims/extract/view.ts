import type { Role } from './lexicon/roles.ts'
import type { Clause } from './sentences.ts'
import { has, some, type Token } from './tokens.ts'

/** The grammatical position of a possible assertion in its clause. */
export type Frame =
  /** "Fixed the crash.", "done": the subject can only be the speaker. */
  | 'bare'
  /** "I have fixed", "we pushed". */
  | 'agent'
  /** "has been fixed", "was merged". */
  | 'passive'
  /** "is fixed", "are ready". */
  | 'state'
  /** "Crash fixed", "tests green". */
  | 'headline'
  /** "the fixed version", "three shipped orders". */
  | 'attributive'
  /** "you have fixed", "the author fixed", "which was fixed". */
  | 'user'
  | 'other'
  | 'relative'

const LIGHT: readonly Role[] = ['adverb', 'now', 'all', 'success', 'verdict', 'well']
const isLight = (token: Token | undefined): boolean => has(token, ...LIGHT) && !has(token, 'and', 'det')

/** Skips small words to the left that do not affect the frame. */
function beforeLight(tokens: readonly Token[], i: number): number {
  let left = i - 1
  while (left >= 0 && isLight(tokens[left])) left--
  return left
}

/** "Orders are shipped once they are packed": a rule about when it happens, not an event. */
export const isHabitual = ({ tokens }: Clause, at: number): boolean => some(tokens.slice(at + 1), 'if')

/** "is done by calling the API": describes how, not that it was done. */
export const isMeans = ({ tokens }: Clause, at: number): boolean =>
  /^(?:by|through|via|using)$/.test(tokens[at + 1]?.text ?? '')

/** "You're all set": addresses the user, but is about our work. */
const SETS = /^(?:all set|good to go|set to go|ready to go)$/
export const isSet = ({ tokens }: Clause, i: number): boolean => SETS.test(tokens[i]?.text ?? '')

/** The frames of each clause so far: several finders ask for the same word, and each frame takes a look along the clause. */
const frames = new WeakMap<Clause, (Frame | undefined)[]>()

/** The frame of the word at `i`. */
export function frameOf(clause: Clause, i: number): Frame {
  const known = frames.get(clause) ?? []
  const frame = known[i] ?? newFrame(clause, i)
  known[i] = frame
  frames.set(clause, known)
  return frame
}

function newFrame(clause: Clause, i: number): Frame {
  const frame = clause.order === 'fixed' ? fixedFrame(clause.tokens, i) : freeFrame(clause.tokens, i)
  return frame === 'user' && isSet(clause, i) ? 'state' : frame
}

/** The words before a word: the nearest agent or user, and whether there is another subject or a form of "be". */
type Before = { near: 'agent' | 'user' | null; other: boolean; be: boolean; been: boolean }

const subjects = new WeakMap<readonly Token[], readonly Before[]>()

/** Returns the words before each word of a clause, in one look along it. */
function subjectsIn(tokens: readonly Token[]): readonly Before[] {
  const known = subjects.get(tokens)
  if (known !== undefined) return known
  const found: Before[] = []
  let last: Before = { near: null, other: false, be: false, been: false }
  for (const token of tokens) {
    found.push(last)
    if (token.roles.length > 0)
      last = {
        near: has(token, 'agent') ? 'agent' : has(token, 'user') ? 'user' : last.near,
        other: last.other || has(token, 'other'),
        be: last.be || has(token, 'be'),
        been: last.been || has(token, 'been'),
      }
  }
  subjects.set(tokens, found)
  return found
}

/** The frame with free word order, where only the subject shows who acted. */
function freeFrame(tokens: readonly Token[], i: number): Frame {
  const before = subjectsIn(tokens)[i]
  if (before?.near != null) return before.near
  if (before?.other && !before.be && !before.been) return 'other'
  // "Cette version corrigée", as opposed to "le serveur tourne"
  const named =
    i > 1 &&
    i === tokens.length - 1 &&
    has(tokens[0], 'det') &&
    !some(tokens, 'be', 'been', 'have') &&
    !has(tokens[i], 'acts')
  if (named && !tokens[i]?.text.includes(' ')) return 'relative'
  return before?.be ? 'state' : 'bare'
}

function fixedFrame(tokens: readonly Token[], i: number): Frame {
  const left = beforeLight(tokens, i)
  const before = tokens[left]
  if (before === undefined) return isProperty(tokens, i) ? 'attributive' : 'bare'
  // "has complete context": an adjective, where "has completed" is a verb.
  if (has(before, 'have') && has(tokens[i], 'to-do') && tokens[i + 1]?.kind === 'word') return 'attributive'
  if (has(before, 'be', 'been', 'have')) return auxiliary(tokens, left)
  if (has(before, 'agent')) return 'agent'
  if (has(before, 'user')) return 'user'
  if (has(before, 'and')) return coordinated(tokens, left)
  if (has(before, 'that') && left > 0) return 'relative'
  if (has(before, 'it')) return 'state'
  return nominal(tokens, left, i)
}

/** "Deployed apps are listed": the word belongs to the noun after it, which has its own verb. */
function isProperty(tokens: readonly Token[], i: number): boolean {
  const [noun, verb] = [tokens[i + 1], tokens[i + 2]]
  return (
    noun?.kind === 'word' &&
    !has(noun, 'det', 'prep', 'and', 'it', 'now', 'your', 'be', 'verdict', 'well') &&
    has(verb, 'be', 'been') &&
    verb?.text !== "'s"
  )
}

function auxiliary(tokens: readonly Token[], at: number): Frame {
  let left = at
  let perfect = has(tokens[at], 'been', 'have')
  while (left >= 0 && (has(tokens[left], 'be', 'been', 'have', 'not') || isLight(tokens[left]))) {
    perfect ||= has(tokens[left], 'been', 'have')
    left--
  }
  const subject = tokens[left]
  if (has(subject, 'user')) return 'user'
  if (has(subject, 'agent')) return 'agent'
  if (has(subject, 'what') || (has(subject, 'that') && left > 0 && isNoun(tokens[left - 1], subject))) return 'relative'
  if (isActive(tokens, at)) return 'other'
  return perfect || has(tokens[at], 'past') ? 'passive' : 'state'
}

/** "branches that have been merged", not "I checked that is fixed"; "which" and "who" always refer back. */
const isNoun = (before: Token | undefined, pronoun: Token | undefined): boolean =>
  !has(pronoun, 'it') ||
  (before?.kind === 'word' && (before.roles.length === 0 || has(before, 'work', 'problem', 'test')))

/** "The vendor has fixed it", "has addressed all comments": an act on an object, by the preceding subject. */
function isActive(tokens: readonly Token[], at: number): boolean {
  let next = at
  while (isLight(tokens[next + 1])) next++
  const object = tokens[next + 2]
  return (
    has(tokens[at], 'have') &&
    !has(tokens[at], 'been') &&
    (has(object, 'det', 'it', 'your', 'all', 'problem') || object?.text === 'them')
  )
}

/** "Done and committed", "I added X, and pushed": the first part decides for both. */
function coordinated(tokens: readonly Token[], at: number): Frame {
  const earlier = tokens.slice(0, at)
  const subject = earlier.find((token) => has(token, 'agent', 'user', 'be', 'been', 'have'))
  if (has(subject, 'agent')) return 'agent'
  if (has(subject, 'user')) return 'user'
  // "It is built by CI and published on tags."
  if (earlier.some((token, i) => token.text === 'by' && !/ing$/.test(earlier[i + 1]?.text ?? ''))) return 'other'
  if (some(earlier, 'been', 'have')) return 'passive'
  if (some(earlier, 'be')) return 'state'
  // "The team shipped it and fixed the leaks": the subject of the first act did both.
  const act = earlier.findIndex((token) => has(token, ...ACTS))
  if (act >= 0) return fixedFrame(tokens, act)
  // "percentage and fixed discounts"
  const next = tokens[at + 2]
  if (next?.kind === 'word' && next.roles.length === 0) return 'attributive'
  return earlier.every(isLight) ? 'bare' : 'headline'
}

const ACTS: readonly Role[] = [
  'fixed',
  'shipped',
  'checked',
  'changed',
  'built',
  'done',
  'passed',
  'works',
  'opened',
  'applied',
]

/** The frame after a noun: a headline if the sentence ends here, otherwise a property of the next noun. */
function nominal(tokens: readonly Token[], left: number, i: number): Frame {
  const [before, after] = [tokens[left], tokens[i + 1]]
  const ends =
    after === undefined ||
    has(after, 'prep', 'and', 'adverb', 'success', 'verdict', 'well', 'now', 'if', 'but') ||
    after.kind === 'sign'
  // "With this import in place, …"
  if (tokens[0]?.text === 'with') return 'attributive'
  // "every issue fixed by the release"
  const byOther = after?.text === 'by' && !/ing$/.test(tokens[i + 2]?.text ?? '')
  if ((has(before, 'det', 'your', 'prep') && !ends) || byOther) return 'attributive'
  if (ends) return has(before, 'prep') ? 'attributive' : 'headline'
  if (some(tokens.slice(0, left), 'agent') && !some(tokens.slice(0, left), 'be')) return 'agent'
  if (has(before, 'other')) return 'other'
  // In a phrase with its own verb, the noun is the subject: "the build went live".
  if (tokens[i]?.text.includes(' ')) return 'headline'
  return before?.kind === 'number' ? 'attributive' : 'other'
}
