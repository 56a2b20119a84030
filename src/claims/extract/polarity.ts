import type { WhyNot } from './claim.ts'
import { isFraction, isShare, someFail } from './counts.ts'
import type { Cue } from './cues/cue.ts'
import { isTest } from './cues/programs.ts'
import { ACCORDING } from './lexicon/forms.ts'
import type { Language } from './lexicon/lexicon.ts'
import type { Role } from './lexicon/roles.ts'
import { asking, governed } from './scope.ts'
import type { Clause, Sentence } from './sentences.ts'
import { isHistory } from './times.ts'
import { has, some, type Token } from './tokens.ts'
import { isEachTime, isExplainedNext } from './usual.ts'

/** Number of tokens, starting with the verb, that may belong to its ending. */
const ENDING = 6
/** Number of words, starting with the cue, that may contain its hedge. Before the cue, a hedge may be anywhere. */
const HEDGE_REACH = 3

export type Polarity = 'claimed' | 'hedged' | WhyNot

/** Decides whether a cue is a claim, a hedged claim or neither, and why not. */
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

/** Reasons that cancel a cue, each with the roles of the words that do so. */
const TAKES_BACK: readonly (readonly [WhyNot, readonly Role[]])[] = [
  ['conditional', ['if', 'ensure']],
  ['draft', ['draft']],
  ['planned', ['plan', 'can']],
  ['required', ['need']],
  ['described', ['habit']],
]

/** First words that make a clause hypothetical: a verb before its subject, or an invitation to imagine. */
const INVERTED = /^(?:had|were|wäre|wären|hätte|hätten|imagine|suppose|pretend|picture|assume)$/

/** "验证成功后…", "测试通过之后…": something else waits until this has happened. */
const AFTERWARDS = /^(?:后(?!端|台|续)|之 后|以 后|时(?!间|区))/

/** "Done when: …" states a criterion; "After Fix: …" is a later step. */
const waits = ({ tokens }: Clause, { at, named }: Cue): boolean =>
  named
    ? tokens.slice(0, at).some(({ text }) => text === 'after')
    : at === 0 && tokens.length === 2 && tokens[1]?.text === 'when'

/** Objects that negate an act. */
const NOTHING = /^(?:not|nothing|none|neither|nobody)$/

/** "made no progress", "fixed nothing"; "verified no errors remain" is a claim. */
const isOfNothing = ({ type }: Cue, object: Token | undefined): boolean =>
  NOTHING.test(object?.text ?? '') || (type === 'done' && object?.text === 'no')

/** "implemented the next feature" plans nothing; "the next step is" does. */
const isNoAdjective = (token: Token, i: number, tokens: readonly Token[]): boolean =>
  token.text !== 'next' ||
  !has(tokens[i - 1], 'det') ||
  /^(?:steps?|phases?|release|version|sprint|session|milestone|tasks?|thing)$/.test(tokens[i + 1]?.text ?? '')

/** Cancels a cue because of a plan, requirement, condition or another speaker. */
function takenBack(cue: Cue, clause: Clause, language: Language): WhyNot | null {
  const { tokens } = clause
  const reach =
    language.takesBack === 'after'
      ? tokens.slice(cue.at, cue.at + ENDING)
      : tokens.slice(0, cue.at).filter(isNoAdjective)
  // "Had it been finished, …", "Wäre es fertig, …"
  if (INVERTED.test(tokens.find((token) => !has(token, 'and'))?.text ?? '')) return 'conditional'
  const found = TAKES_BACK.find(([, roles]) => some(reach, ...roles))
  // "テストが通れば完了です"
  if (language.takesBack === 'after' && some(tokens.slice(0, cue.at), 'supposes')) return 'conditional'
  if (found !== undefined) return found[0]
  if (tokens.slice(cue.at + 1).some(({ text }) => AFTERWARDS.test(text)) || waits(clause, cue)) return 'conditional'
  if (isEachTime(cue, clause) || isExplainedNext(cue, clause)) return 'described'
  return isOthers(clause, cue.at) ? 'attributed' : !cue.named && isDescribed(clause, cue.at) ? 'described' : null
}

/** True if someone else said or did it. */
const isOthers = ({ tokens, order }: Clause, at: number): boolean =>
  said(tokens.slice(0, at)) ||
  tokens.slice(at).some(({ text }) => ACCORDING.test(text)) ||
  isSaidBy(tokens.slice(at)) ||
  (order === 'fixed' && isByOther(tokens, at))

/** "Tested with two providers, says the README." */
const isSaidBy = (after: readonly Token[]): boolean =>
  after.some(
    (token, i) => token.text === ',' && has(after[i + 1], 'say') && has(after[i + 2], 'det', 'source', 'other', 'your'),
  )

function isDescribed({ tokens, order }: Clause, at: number): boolean {
  const before = tokens.slice(0, at)
  // "marked as done", "Released に変更", "実装済みの状態": a value, not a fact.
  const isValue = /^[にの]/.test(tokens[at + 1]?.text ?? '')
  if ((has(before.at(-1), 'as') && !/^mark(?:ed|iert|é)$/.test(tokens[0]?.text ?? '')) || isValue) return true
  // "What is live is the old version."
  const named =
    order === 'fixed' &&
    ((has(tokens[0], 'what') && !some(before, 'agent')) ||
      before.some((token, i) => has(token, 'how') && ((i < 2 && i < at - 1) || /^(?:how|why)/.test(token.text))))
  return named || isHistory(tokens, at)
}

/** "deployed to staging by the nightly workflow": names another actor. */
function isByOther(tokens: readonly Token[], at: number): boolean {
  const by = tokens.findIndex((token, i) => i > at && token.text === 'by')
  const next = tokens[at + 1]
  const intransitive = next?.text === 'by' || has(next, 'prep', 'and')
  const object = tokens.slice(at + 1, by).some((token, i, all) => has(token, 'det') && !has(all[i - 1], 'prep'))
  return (
    by > 0 &&
    intransitive &&
    !object &&
    has(tokens[by + 1], 'det', 'your', 'other') &&
    !some(tokens.slice(by, by + 4), 'it', 'work')
  )
}

/** Cancels a cue that is negated or only partly true: nothing was done, or not all of it. */
function restricted(cue: Cue, { tokens, order }: Clause, language: Language): WhyNot | null {
  if (cue.type === 'tests_pass' && someFail(tokens)) return 'partial'
  if (cue.negative) return null
  const reach = language.negates === 'anywhere' ? tokens : tokens.slice(0, cue.at)
  const own = tokens[cue.at]
  if ((some(reach, 'not', 'cannot') || isOfNothing(cue, tokens[cue.at + 1])) && !has(own, 'not')) return 'negated'
  return some(order === 'free' ? tokens : reach, 'part') ||
    some(tokens, 'except') ||
    isFraction(tokens) ||
    (cue.type === 'done' && isShare(tokens))
    ? 'partial'
    : null
}

/** True if someone other than the agent says it. */
function said(before: readonly Token[]): boolean {
  // "The logs show …"
  const at = before.findIndex(
    (token, i) => has(token, 'say') || (has(token, 'acts') && some(before.slice(0, i), 'other')),
  )
  if (at < 0 || some(before.slice(0, at), 'agent')) return false
  // Repeating what a test program says is the agent's own claim.
  if (before.slice(0, at).some(isTest)) return has(before[at - 1], 'other')
  // "The export writes UTF-8, and all tests pass": an export cannot speak, so what follows ", and" is the agent's own.
  const added = before.some((token, i) => i > at && has(token, 'and') && has(before[i + 1], 'and'))
  return !added || some(before.slice(0, at), 'other')
}

function doubted(cue: Cue, index: number, { clauses }: Sentence): boolean {
  const own = clauses[index]?.tokens ?? []
  const before = clauses[index - 1]
  const thought = before !== undefined && clauses[index]?.opener === ',' && some(before.tokens, 'think')
  if (cue.type === 'delegation') return false
  const reach = clauses[index]?.order === 'fixed' ? own.slice(0, cue.at + HEDGE_REACH) : own
  return some(reach, 'hedge') || thinks(own) || thought
}

const thinks = (tokens: readonly Token[]): boolean =>
  tokens.some((token, i) => has(token, 'think') && has(tokens[i - 1], 'agent', 'adverb'))
