import type { WhyNot } from './claim.ts'
import type { Cue } from './cues/cue.ts'
import { isTest } from './cues/programs.ts'
import type { Language } from './lexicon/lexicon.ts'
import type { Role } from './lexicon/roles.ts'
import type { Clause, Sentence } from './sentences.ts'
import { has, some, type Token } from './tokens.ts'

/** Words of a label, before its colon. */
const LABEL_LENGTH = 4

export type Polarity = 'claimed' | 'hedged' | WhyNot

/** Whether a cue asserts, doubts, or does neither, and why. */
export function polarityOf(cue: Cue, index: number, sentence: Sentence, language: Language): Polarity {
  const clause = sentence.clauses[index]
  if (clause === undefined) return 'described'
  const isRequest = cue.type === 'delegation' || cue.type === 'blocked'
  const why =
    cue.not ??
    asking(cue, index, sentence) ??
    governed(cue, index, sentence) ??
    (isRequest ? null : (takenBack(cue, clause, language) ?? restricted(cue, clause, language)))
  if (why !== null) return why
  return doubted(cue, index, sentence) ? 'hedged' : 'claimed'
}

/** What takes a cue back, with the words that do; they stand before it in its clause. */
const TAKES_BACK: readonly (readonly [WhyNot, readonly Role[]])[] = [
  ['conditional', ['if', 'ensure']],
  ['draft', ['draft']],
  ['planned', ['plan']],
  ['required', ['need']],
  ['described', ['habit', 'how']],
]

/** Plans, requirements, conditions and other people's words. */
function takenBack(cue: Cue, { tokens, order }: Clause, language: Language): WhyNot | null {
  // Where verbs come last, what takes them back is their ending.
  const reach = tokens.slice(0, language.takesBack === 'anywhere' ? cue.at + 3 : cue.at)
  const found = TAKES_BACK.find(([, roles]) => some(reach, ...roles))
  if (found !== undefined) return found[0]
  const before = tokens.slice(0, cue.at)
  if (said(before)) return 'attributed'
  // "What is live is the old version."
  const named = order === 'fixed' && has(tokens[0], 'what') && !some(before, 'agent')
  return named || isHistory(tokens) ? 'described' : null
}

/** Negations and parts: nothing was done, or not all of it. */
function restricted(cue: Cue, { tokens }: Clause, language: Language): WhyNot | null {
  if (cue.type === 'tests_pass' && someFail(tokens)) return 'partial'
  if (cue.negative) return null
  const reach = language.takesBack === 'anywhere' ? tokens : tokens.slice(0, cue.at)
  const own = tokens[cue.at]
  if ((some(reach, 'not') || tokens[cue.at + 1]?.text === 'not') && !has(own, 'not')) return 'negated'
  return some(reach, 'part') || some(tokens, 'except') || isFraction(tokens) ? 'partial' : null
}

/** "3 of 5", "41/42". */
const isFraction = (tokens: readonly Token[]): boolean =>
  tokens.some((token, i) => {
    const [over, total] = [tokens[i + 1], tokens[i + 2]]
    if (token.kind !== 'number' || total?.kind !== 'number') return false
    return /^(?:\/|of|von|de|di|из|z|중|中)$/.test(over?.text ?? '') && token.text !== total.text
  })

/** "46 passed, 3 failed". */
const someFail = (tokens: readonly Token[]): boolean =>
  tokens.some(
    (token, i) => token.kind === 'number' && token.text !== '0' && /^(?:fail|err)/.test(tokens[i + 1]?.text ?? ''),
  )

/** "Last year …", "In 2021 …": about another time. */
const isHistory = (tokens: readonly Token[]): boolean =>
  some(tokens, 'past') || tokens.some((token, i) => /^(?:19|20)\d\d$/.test(token.text) && has(tokens[i - 1], 'prep'))

/** Somebody else says so; what the agent itself says is its own word. */
function said(before: readonly Token[]): boolean {
  const at = before.findIndex((token) => has(token, 'say'))
  // What a test program says is what the agent reports of it.
  return at >= 0 && !some(before.slice(0, at), 'agent') && !before.slice(0, at).some(isTest)
}

/** A question covers its last clause, and every clause from where it begins. */
function asking(cue: Cue, index: number, { clauses, asks }: Sentence): WhyNot | null {
  if (!asks || cue.type === 'delegation') return null
  const begins = clauses.findIndex(({ tokens }) => has(tokens[0], 'ask') || has(tokens[1], 'ask'))
  const from = begins < 0 ? clauses.length - 1 : begins
  return index >= from ? 'question' : null
}

/** What an earlier clause of the sentence says about the rest: "If it fails, …", "According to the log, …". */
function governed(cue: Cue, index: number, { clauses }: Sentence): WhyNot | null {
  const earlier = clauses.slice(0, index)
  const own = clauses[index]
  const isRequest = cue.type === 'delegation' || cue.type === 'blocked'
  const waits = /[,)]/.test(own?.opener ?? '') && earlier.some(({ tokens }) => isOpen(tokens))
  // "If so, please send it" still asks.
  if (waits && !has(own?.tokens[cue.at], 'please') && cue.type !== 'blocked') return 'conditional'
  if (earlier.some((one, i) => isLabel(one, clauses[i + 1]))) return 'planned'
  if (isRequest) return some(own?.tokens.slice(0, cue.at) ?? [], 'if') ? 'conditional' : null
  if (earlier.some(({ tokens }) => isHistory(tokens))) return 'described'
  if (earlier.some(({ tokens }) => some(tokens.slice(0, 2), 'say'))) return 'attributed'
  const isWhole = cue.type === 'done' && cue.level === 'explicit'
  return isWhole && clauses.some((one) => one !== own && stillOpen(one.tokens)) ? 'partial' : null
}

/** "Plan: fix it, push it, done." */
const isLabel = ({ tokens }: Clause, next: Clause | undefined): boolean =>
  tokens.length <= LABEL_LENGTH && next?.opener === ':' && some(tokens, 'plan', 'need', 'draft')

/** "… the remaining four are not." */
function stillOpen(tokens: readonly Token[]): boolean {
  const at = tokens.findIndex((token) => has(token, 'remain'))
  return at >= 0 && some(tokens, 'be', 'need', 'plan') && some(tokens.slice(at), 'not')
}

/** A clause that begins with a condition waits for its main clause. */
const isOpen = (tokens: readonly Token[]): boolean => tokens.slice(0, 2).some((token) => has(token, 'if', 'ensure'))

function doubted(cue: Cue, index: number, { clauses }: Sentence): boolean {
  const own = clauses[index]?.tokens ?? []
  const before = clauses[index - 1]
  const thought = before !== undefined && clauses[index]?.opener === ',' && some(before.tokens, 'think')
  if (cue.type === 'delegation') return false
  return some(own, 'hedge') || thinks(own) || thought
}

const thinks = (tokens: readonly Token[]): boolean =>
  tokens.some((token, i) => has(token, 'think') && has(tokens[i - 1], 'agent', 'adverb'))
