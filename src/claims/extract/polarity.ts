import type { WhyNot } from './claim.ts'
import { isFraction, isShare, someFail } from './counts.ts'
import type { Cue } from './cues/cue.ts'
import { isTest } from './cues/programs.ts'
import type { Language } from './lexicon/lexicon.ts'
import type { Role } from './lexicon/roles.ts'
import { asking, governed } from './scope.ts'
import type { Clause, Sentence } from './sentences.ts'
import { isHistory } from './times.ts'
import { has, some, type Token } from './tokens.ts'

/** Units behind a verb that still belong to its ending. */
const ENDING = 6
/** A hedge stands before what it doubts, or right behind it. */
const HEDGE_REACH = 3

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
  ['planned', ['plan', 'can']],
  ['required', ['need']],
  ['described', ['habit']],
]

/** What makes a clause a mere thought when it begins it: the verb before its subject, or an order to imagine. */
const INVERTED = /^(?:had|were|wäre|wären|hätte|hätten|imagine|suppose|pretend|picture|assume)$/

/** "验证成功后…", "测试通过之后…": what comes before a time that something else waits for. */
const AFTERWARDS = /^(?:后(?!端|台|续)|之 后|以 后|时(?!间|区))/

/** Names whose word it is, even behind it. */
const ACCORDING = /^(?:according to|judging by|laut|zufolge|selon|según|segundo|podle|согласно|судя по)$/

/** Objects that leave nothing of an act. */
const NOTHING = /^(?:not|nothing|none|neither|nobody)$/

/** Plans, requirements, conditions and other people's words. */
function takenBack(cue: Cue, clause: Clause, language: Language): WhyNot | null {
  const { tokens } = clause
  const reach = language.takesBack === 'after' ? tokens.slice(cue.at, cue.at + ENDING) : tokens.slice(0, cue.at)
  // "Had it been finished, …", "Wäre es fertig, …"
  if (INVERTED.test(tokens.find((token) => !has(token, 'and'))?.text ?? '')) return 'conditional'
  const found = TAKES_BACK.find(([, roles]) => some(reach, ...roles))
  if (found !== undefined) return found[0]
  if (tokens.slice(cue.at + 1).some(({ text }) => AFTERWARDS.test(text))) return 'conditional'
  return isOthers(clause, cue.at) ? 'attributed' : isDescribed(clause, cue.at) ? 'described' : null
}

/** Somebody else says so, or did it. */
const isOthers = ({ tokens, order }: Clause, at: number): boolean =>
  said(tokens.slice(0, at)) ||
  tokens.slice(at).some(({ text }) => ACCORDING.test(text)) ||
  (order === 'fixed' && isByOther(tokens, at))

function isDescribed({ tokens, order }: Clause, at: number): boolean {
  const before = tokens.slice(0, at)
  // "marked as done", "Released に変更": a value, not a state of affairs.
  if (has(before.at(-1), 'as') || tokens[at + 1]?.text === 'に') return true
  // "What is live is the old version."
  const named =
    order === 'fixed' &&
    ((has(tokens[0], 'what') && !some(before, 'agent')) ||
      before.some((token, i) => has(token, 'how') && (i < 2 || /^(?:how|why)/.test(token.text))))
  return named || isHistory(tokens, at)
}

/** "deployed to staging by the nightly workflow": who did it is named, and it is not us. */
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

/** Negations and parts: nothing was done, or not all of it. */
function restricted(cue: Cue, { tokens, order }: Clause, language: Language): WhyNot | null {
  if (cue.type === 'tests_pass' && someFail(tokens)) return 'partial'
  if (cue.negative) return null
  const reach = language.negates === 'anywhere' ? tokens : tokens.slice(0, cue.at)
  const own = tokens[cue.at]
  if ((some(reach, 'not') || NOTHING.test(tokens[cue.at + 1]?.text ?? '')) && !has(own, 'not')) return 'negated'
  return some(order === 'free' ? tokens : reach, 'part') ||
    some(tokens, 'except') ||
    isFraction(tokens) ||
    (cue.type === 'done' && isShare(tokens))
    ? 'partial'
    : null
}

/** Somebody else says so; what the agent itself says is its own word. */
function said(before: readonly Token[]): boolean {
  // "The logs show …"
  const at = before.findIndex(
    (token, i) => has(token, 'say') || (has(token, 'acts') && some(before.slice(0, i), 'other')),
  )
  // What a test program says is what the agent reports of it.
  if (at < 0 || some(before.slice(0, at), 'agent')) return false
  if (before.slice(0, at).some(isTest)) return has(before[at - 1], 'other')
  // "The export writes UTF-8, and all tests pass": who does not speak only writes, up to where a new thought is added.
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
