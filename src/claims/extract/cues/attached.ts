import type { WhyNot } from '../claim.ts'
import type { Role } from '../lexicon/roles.ts'
import type { Clause } from '../sentences.ts'
import { has, some, type Token } from '../tokens.ts'
import { type Cue, isHeading, type Surroundings } from './cue.ts'

/**
 * Returns the reason why what is attached to a cue cancels it, in languages without spaces: the noun that it describes, a
 * step that waits for it, or a verb that it only leads to. Null if nothing cancels it.
 */
export function attachedTo(clause: Clause, { at, type, negative }: Cue, around: Surroundings): WhyNot | null {
  const { tokens, order } = clause
  if (order !== 'free' || type === 'delegation' || type === 'blocked') return null
  if (LATER.test(tokens[at + 1]?.text ?? '')) return 'conditional'
  const property = isBeforeNoun(tokens, at) || isVerbBeforeNoun(tokens, at)
  if (isLoanBeforeNoun(tokens, at) || (property && !negative && !isHeading(around))) return 'described'
  return LEADS_ON.test(tokens[at]?.text ?? '') && !isFollowedUp(clause, at, around) ? 'planned' : null
}

/** "測試通過後…": something else waits. */
const LATER = /^後(?![端台續])/

/** "已完成的订单" describes orders; "已修复的问题" names our work. */
const isBeforeNoun = (tokens: readonly Token[], at: number): boolean => {
  const [particle, noun] = [tokens[at + 1], tokens[at + 2]]
  if (particle?.text !== '的') return false
  return isLong(particle, 1) || (noun !== undefined && !has(noun, 'work', 'problem', 'changed', 'and'))
}

/** True if the token has more characters than its text, which is only the first of the unknown ones. */
const isLong = ({ from, to }: Token, length: number): boolean => to - from > length

/** "開発した関数は…": a plain past before its noun; a sentence ends with it, or goes on with a particle. */
const isVerbBeforeNoun = (tokens: readonly Token[], at: number): boolean =>
  /し た$/.test(tokens[at]?.text ?? '') &&
  tokens[at + 1]?.roles.length === 0 &&
  /^[\u30a1-\u30fa\u4e00-\u9fff]/.test(tokens[at + 1]?.text ?? '')

const PARTICLES = /^[了到并並在至于於过過でにをしさはがもとのけ済完함했됨되하입을를이가은는]/
const NATIVE = /^[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/

/** "fixed 版": an English word that describes the native noun after it. */
const isLoanBeforeNoun = (tokens: readonly Token[], at: number): boolean => {
  const [word, noun] = [tokens[at], tokens[at + 1]]
  const loan = /^[a-z]+$/.test(word?.text ?? '') && !has(tokens[at - 1], 'have', 'agent')
  return loan && noun?.roles.length === 0 && NATIVE.test(noun.text) && !PARTICLES.test(noun.text)
}

/** "修正し、…", "修正して…": whether it happened depends on the verb at the end. */
const LEADS_ON = /(?<!な )し(?: て(?: か ら)?)?(?: 、)?$/
const HAPPENED: readonly Role[] = [
  'fixed',
  'shipped',
  'changed',
  'done',
  'built',
  'checked',
  'applied',
  'opened',
  'works',
]

function isFollowedUp({ tokens }: Clause, at: number, { behind }: Surroundings): boolean {
  const rest = [...tokens.slice(at + 1), ...behind.flatMap((clause) => clause.tokens)]
  const last = rest.at(-1)
  // "再ビルドしました": an unknown verb in the past.
  const isPast = last?.text === 'し' && isLong(last, 2)
  return (isPast || some(rest, ...HAPPENED)) && !some(rest, 'plan', 'please', 'need', 'supply')
}
