import type { ClaimType, Level } from './claim.ts'
import type { Cue } from './cues/cue.ts'
import { isHash, isTest } from './cues/programs.ts'
import { CJK } from './lexicon/chars.ts'
import type { Role } from './lexicon/roles.ts'
import type { Segment } from './segments.ts'
import type { Clause, Sentence } from './sentences.ts'
import { has, some, type Token } from './tokens.ts'
import type { Trait } from './trait-points.ts'
import { type Frame, frameOf, isSet } from './view.ts'

/** Points that a candidate needs, by type. `blocked` and `delegation` do not assert work, so the cue alone decides. */
export const NEEDED: Readonly<Record<ClaimType, number>> = {
  done: 0,
  fixed: -1,
  shipped: 0,
  tests_pass: -2,
  verified: 0,
  blocked: Number.NEGATIVE_INFINITY,
  delegation: Number.NEGATIVE_INFINITY,
}

/** Points that a report needs. They are few: the only evidence that a report requires is a change in the turn. */
export const REPORT_NEEDED = -3

/** Returns the points that a candidate of this type needs; null if the cue alone decides. */
export function neededFor(type: ClaimType, level?: Level): number | null {
  if (level === 'report') return REPORT_NEEDED
  return Number.isFinite(NEEDED[type]) ? NEEDED[type] : null
}

/** The position of a candidate in the message. */
export type Setting = { index: number; sentence: Sentence; segment: Segment; first: boolean }

/** Returns the traits that a cue gets from its own clause. The rest of the message adds more later. */
export function traitsOf(cue: Cue, place: Setting): Trait[] {
  const clause = place.sentence.clauses[place.index]
  if (clause === undefined) return []
  const own = isLabelledRun(cue, place) ? 'bare' : voiceOf(cue, clause)
  // A table cell names a status, not who caused it. Only a commit that was made has a hash.
  const voice =
    own === 'bare' && place.segment.kind === 'table' && !isHash(clause.tokens[cue.at + 1]) ? 'headline' : own
  return [
    voice,
    ...(isAct([voice]) ? [] : subjectOf(cue, clause, voice)),
    ...mannerOf(cue, clause, place),
    ...placeOf(place),
  ]
}

/** "Tests: `npm test` (pass)": a report of the run, however the result is put. */
const isLabelledRun = ({ type, not }: Cue, { index, sentence: { clauses } }: Setting): boolean =>
  type === 'tests_pass' &&
  not === undefined &&
  index > 0 &&
  clauses[1]?.opener === ':' &&
  clauses[0]?.order === 'fixed' &&
  clauses[0].tokens.length <= LABEL &&
  clauses[0].tokens.some(isTest) &&
  clauses[1].tokens[0]?.kind === 'code'

/** True for an act in the agent's own voice, which needs no support from its surroundings. */
export const isAct = (traits: readonly Trait[]): boolean => traits.includes('own') || traits.includes('bare')

/** True for signs, which do not support one another. */
export const isSign = (traits: readonly Trait[]): boolean => traits.includes('sign') || traits.includes('cheer')

const VOICES: Readonly<Record<Frame, Trait>> = {
  agent: 'own',
  bare: 'bare',
  passive: 'passive',
  state: 'states',
  headline: 'headline',
  attributive: 'others',
  user: 'others',
  other: 'others',
  relative: 'others',
}

const voiceOf = (cue: Cue, clause: Clause): Trait =>
  voiceOfWord(cue, clause.tokens[cue.at]) ?? voiceOfFrame(cue, clause)

/** The voice that the word alone has; null if its place in the clause decides. */
function voiceOfWord(cue: Cue, word: Token | undefined): Trait | null {
  if (cue.named) return 'headline'
  // A commit is named by its hash only once it is made.
  if (isHash(word)) return 'bare'
  if (cue.negative) return 'denies'
  if (cue.arrived) return 'states'
  if (has(word, 'cheer')) return 'cheer'
  if (has(word, 'verdict')) return 'sign'
  // "Corregí el error": the ending names the speaker.
  return has(word, 'mine') ? 'own' : null
}

function voiceOfFrame(cue: Cue, clause: Clause): Trait {
  const { tokens, order, opener } = clause
  const frame = frameOf(clause, cue.at)
  if (order === 'free' && (frame === 'bare' || frame === 'state')) return freeVoice(tokens, cue.at)
  if (has(tokens[cue.at + 1], 'other')) return 'others'
  // "(merged or planned)": a remark, not a report.
  if (frame === 'bare' && (opener === '(' || isValue(clause, cue.at))) return 'headline'
  if (frame === 'headline' && has(tokens[cue.at], 'passed', 'works', 'acts', 'fixes')) return 'asserts'
  return VOICES[frame]
}

/** "Framing: implemented": the value of a label, not an act. */
const isValue = ({ tokens, opener }: Clause, at: number): boolean =>
  opener === ':' && at === 0 && has(tokens[0], 'built') && (tokens[1] === undefined || tokens[1].text === ',')

/**
 * Returns the voice in a clause with free word order. With "be" it is passive or a state; otherwise it depends on whether
 * the verb opens the clause or follows its subject or object.
 */
function freeVoice(tokens: readonly Token[], at: number): Trait {
  if (some(tokens, 'been')) return 'passive'
  if (some(tokens, 'be')) return 'states'
  return tokens.slice(0, at).every((token) => has(token, 'adverb', 'now', 'all', 'have', 'success', 'verdict', 'and'))
    ? 'bare'
    : 'asserts'
}

const OURS: readonly Role[] = ['it', 'work', 'all', 'problem', 'test', 'review', 'server', 'place']
const ANY = /^(?:a|an|each|every|any|another)$/

function subjectOf(cue: Cue, clause: Clause, voice: Trait): Trait[] {
  const { tokens, order } = clause
  const subject = tokens.slice(0, cue.at)
  // "Your fork is synced", "installed on your phone": the user's, but our work.
  if (isSet(clause, cue.at) || has(tokens[cue.at], 'synced', 'installed', 'device')) return ['ours']
  if (order === 'fixed' && subject.some(({ text }) => ANY.test(text))) return ['generic']
  // "Your project has been pushed": only the agent can have done it.
  const isServer = cue.type === 'verified' && subject.some((one) => has(one, 'server') && !has(one, 'work'))
  if (some(subject, 'your', 'user') && voice !== 'passive' && !isServer) return ['yours']
  if (
    some(subject, ...OURS) ||
    subject.some((token) => token.kind === 'code' || token.kind === 'number' || isTest(token))
  )
    return ['ours']
  // "Features are merged behind flags": no specific features.
  const stands = voice === 'states' || voice === 'passive'
  return stands && order === 'fixed' && !some(subject, 'det') ? ['generic'] : []
}

const REASONS = /^(?:because|so|which|when|where|since|until|if|that)$/
const SUBORDINATE = /^(?:because|since|so|even|although|though|while|as|where|which|who)$/
/** Words that only assert, where they are cues at all: "the export is in", "deacon healthy". */
const DEDICATED = /^(?:in|through|healthy|operational)$/
const SHORT = 4
/** Maximum number of words in the label of a test run: "Tests run". */
const LABEL = 3

function mannerOf(cue: Cue, clause: Clause, { index, sentence }: Setting): Trait[] {
  const { tokens, opener } = clause
  const traits: Trait[] = cue.named ? ['named'] : []
  const token = tokens[cue.at]
  if (
    has(token, 'done', 'verdict') ||
    token?.text.includes(' ') ||
    DEDICATED.test(token?.text ?? '') ||
    isJoined(cue, clause)
  )
    traits.push('dedicated')
  if (some(tokens, 'now', 'success', 'all', 'verdict')) traits.push('marked')
  if (tokens.length <= SHORT && sentence.clauses.length === 1) traits.push('short')
  if (isReleased(cue, clause)) traits.push('released')
  else if (isPlaced(cue, clause)) traits.push('placed')
  const begins = has(tokens[0], 'that') || SUBORDINATE.test(tokens[0]?.text ?? '')
  const before = sentence.clauses[index - 1]?.tokens ?? []
  // "Yes, the server is running."
  const joined = index > 0 && /[(,]|but|and/.test(opener) && !before.every((one) => has(one, 'affirm'))
  if (begins || joined || tokens.slice(cue.at).some(({ text }) => REASONS.test(text))) traits.push('aside')
  return traits
}

/** "Causa trovata e corretta: …": the second of two acts is no adjective. Chinese, Japanese and Korean join nouns in this way. */
const isJoined = ({ at }: Cue, { tokens, order }: Clause): boolean =>
  order === 'free' &&
  has(tokens[at], 'fixed', 'shipped') &&
  has(tokens[at - 1], 'and') &&
  tokens[at - 1]?.text !== ',' &&
  !CJK.test(tokens[at]?.text ?? '')

/** "is implemented in two files", "is verified against the list": says how or where. Shipping and running cues are exempt. */
const isPlaced = (cue: Cue, { tokens, order }: Clause): boolean =>
  cue.at > 0 &&
  !cue.negative &&
  cue.type !== 'shipped' &&
  !has(tokens[cue.at], 'works', 'passed') &&
  (has(tokens[cue.at + 1], 'prep') ||
    (order === 'free' && has(tokens[cue.at], 'built') && tokens.some(({ kind }) => kind === 'code')))

/** "was fixed in 14.1", "corrigé dans la version 3": names a product release. */
const isReleased = (cue: Cue, { tokens }: Clause): boolean =>
  cue.at > 0 &&
  cue.type === 'fixed' &&
  tokens
    .slice(cue.at + 1, cue.at + 5)
    .some(
      ({ text }, i, all) =>
        /^v?\d+\.\d/.test(text) || (/^(?:vers|verz|верси|release)/.test(text) && all[i + 1]?.kind === 'number'),
    )

function placeOf({ segment, first }: Setting): Trait[] {
  const kind: Trait[] = segment.level !== undefined ? ['heading'] : segment.kind !== 'prose' ? ['item'] : []
  return first ? [...kind, 'first'] : kind
}
