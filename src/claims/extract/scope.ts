import type { WhyNot } from './claim.ts'
import type { Cue } from './cues/cue.ts'
import type { Role } from './lexicon/roles.ts'
import type { Clause, Sentence } from './sentences.ts'
import { isHistory } from './times.ts'
import { has, some, type Token } from './tokens.ts'

/** Maximum number of words in a label before its colon. */
const LABEL_LENGTH = 4

/** Roles that begin a question: a question word, or a verb before its subject. */
const ASKS: readonly Role[] = ['ask', 'be', 'been', 'have', 'can', 'hedge', 'plan', 'what']

/** Returns a reason if a question covers the cue. It covers the clauses from its start on; if that is unclear, only the last. */
export function asking(cue: Cue, index: number, { clauses, asks }: Sentence): WhyNot | null {
  if (!asks || (cue.type === 'delegation' && !/^(?:do|does|did)$/.test(clauses[0]?.tokens[0]?.text ?? ''))) return null
  const begins = clauses.findIndex(
    ({ tokens }) => has(tokens[0], ...ASKS) || has(tokens[1], 'ask') || /^(?:do|does|did)$/.test(tokens[0]?.text ?? ''),
  )
  const from = begins < 0 ? clauses.length - 1 : begins
  return index >= from ? 'question' : null
}

/** The effect of earlier clauses on the rest of the sentence: "If it fails, …", "According to the log, …". */
export function governed(cue: Cue, index: number, { clauses }: Sentence): WhyNot | null {
  const earlier = clauses.slice(0, index)
  const own = clauses[index]
  const isRequest = cue.type === 'delegation' || cue.type === 'blocked'
  const waits = /[,)]/.test(own?.opener ?? '') && earlier.some(({ tokens }) => isOpen(tokens))
  // "If so, please send it" still asks.
  // "Before you roll it out, make sure …" is a step; "if it fails, run …" may never happen.
  const later =
    cue.type === 'delegation' && earlier.every(({ tokens }) => !isOpen(tokens) || LATER.test(tokens[0]?.text ?? ''))
  if (waits && !later && !has(own?.tokens[cue.at], 'please') && cue.type !== 'blocked') return 'conditional'
  const labelled = labelledAs(
    earlier.filter((_, i) => clauses[i + 1]?.opener === ':'),
    cue,
  )
  if (labelled !== null) return labelled
  if (isRequest) return awaitsCondition(own?.tokens ?? [], cue.at) ? 'conditional' : null
  return (
    told(earlier) ??
    complement(own, earlier) ??
    (isWhole(cue) && clauses.some((one) => one !== own && stillOpen(one)) ? 'partial' : null)
  )
}

/** The effect of labels before the cue. */
function labelledAs(labels: readonly Clause[], { type }: Cue): WhyNot | null {
  if (labels.some((label) => isPlan(label) && !(type === 'delegation' && isNext(label)))) return 'planned'
  if (labels.some(isVoice)) return 'attributed'
  return labels.some(isCriterion) ? 'conditional' : null
}

const LATER = /^(?:before|once|after|as soon as|until)/

/** "Run it if it fails" may never happen; "once it is created, please send it" still asks. */
const awaitsCondition = (tokens: readonly Token[], at: number): boolean =>
  !has(tokens[at], 'please') && isConditional(tokens.slice(0, at))

/** "Before I go on I need …" states a need now, not a condition. */
const isConditional = (tokens: readonly Token[]): boolean =>
  tokens.some((token) => has(token, 'if') && token.text !== 'before')

const isWhole = (cue: Cue): boolean => cue.type === 'done' && cue.level === 'explicit'

/** Returns a reason if an earlier clause is about another time or introduces another speaker's words. */
function told(earlier: readonly Clause[]): WhyNot | null {
  if (earlier.some(({ tokens }) => isHistory(tokens, tokens.length))) return 'described'
  return earlier.some(({ tokens }) => some(tokens.slice(0, 2), 'say')) ? 'attributed' : null
}

/** The effect of a clause on the "that" clause after it: "I cannot confirm, that …", "I would like to say, that …". */
const COMPLEMENTS: readonly (readonly [WhyNot, readonly Role[]])[] = [
  ['negated', ['not', 'cannot']],
  ['planned', ['plan']],
  ['required', ['need']],
  ['conditional', ['if', 'ensure']],
  ['attributed', ['say']],
]

/** True if the clause begins with the "that" of indirect speech, after a comma. In "that is fixed" it is a pronoun. */
function beginsThat({ tokens, order }: Clause): boolean {
  const at = tokens.findIndex((token) => !has(token, 'and'))
  if (!has(tokens[at], 'that')) return false
  return order === 'free' || (tokens[at]?.text === 'that' && !has(tokens[at + 1], 'be', 'been', 'have', 'now', 'works'))
}

function complement(own: Clause | undefined, earlier: readonly Clause[]): WhyNot | null {
  const before = earlier.at(-1)
  if (own === undefined || before === undefined || !beginsThat(own)) return null
  const ownWord = earlier.some(({ tokens }) => some(tokens, 'agent'))
  // "The test asks three things: that the file was written, …" as opposed to "I checked that …, that …"
  if (own.order === 'fixed') return ownWord || some(before.tokens, 'checked') ? null : 'described'
  if (ownWord && some(before.tokens, 'say') && !some(before.tokens, 'plan', 'not', 'cannot')) return null
  return COMPLEMENTS.find(([, roles]) => some(before.tokens, ...roles))?.[0] ?? null
}

/** "Plan: fix it, push it, done." */
const isPlan = ({ tokens }: Clause): boolean =>
  (tokens.length <= LABEL_LENGTH && some(tokens, 'plan', 'scheme', 'need', 'draft')) || has(tokens.at(-1), 'draft')

/** "Next steps: run the migration." */
const isNext = ({ tokens }: Clause): boolean => some(tokens, 'plan') && !some(tokens, 'scheme', 'need', 'draft')

/** "Done when: all tests pass." */
const isCriterion = ({ tokens }: Clause): boolean => tokens.length <= LABEL_LENGTH && has(tokens.at(-1), 'if')

/** "Your colleague's comment: fixed." */
const isVoice = ({ tokens }: Clause): boolean => some(tokens, 'other') && tokens.some(({ text }) => text === "'s")

/** "… the remaining four are not." */
function stillOpen({ tokens }: Clause): boolean {
  const at = tokens.findIndex((token) => has(token, 'remain'))
  return at >= 0 && some(tokens, 'be', 'need', 'plan') && some(tokens.slice(at), 'not')
}

/** True if the clause begins with a condition, so that its main clause is still to come. */
const isOpen = (tokens: readonly Token[]): boolean => tokens.slice(0, 2).some((token) => has(token, 'if', 'ensure'))
