import type { WhyNot } from '../claim.ts'
import { CJK } from '../lexicon/chars.ts'
import type { Role } from '../lexicon/roles.ts'
import type { Clause } from '../sentences.ts'
import { has, some, type Token } from '../tokens.ts'
import { type Cue, isHeading, type Surroundings } from './cue.ts'

/** Returns why the characters after a cue cancel it, in Chinese, Japanese and Korean; null if nothing does. */
export function cancelledByNext(clause: Clause, { at, type, negative }: Cue, around: Surroundings): WhyNot | null {
  const { tokens, order } = clause
  // Each test below needs such characters, so other languages pass them all. English only quotes the characters.
  if (order !== 'free' || type === 'delegation' || type === 'blocked') return null
  if (LATER.test(tokens[at + 1]?.text ?? '')) return 'conditional'
  const property = isBeforeNoun(tokens, at) || isVerbBeforeNoun(tokens, at)
  if (isLoanBeforeNoun(tokens, at) || (property && !negative && !isHeading(around))) return 'described'
  return LEADS_ON.test(tokens[at]?.text ?? '') && !isFollowedUp(clause, at, around) ? 'planned' : null
}

/** "テスト成功後…": something else waits. */
const LATER = /^後/

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

/** "fixed 版": an English word that describes the noun after it. "我 fixed 登录页" names an act. */
const isLoanBeforeNoun = (tokens: readonly Token[], at: number): boolean => {
  const [word, noun] = [tokens[at], tokens[at + 1]]
  const loan = /^[a-z]+$/.test(word?.text ?? '') && !has(tokens[at - 1], 'have', 'agent')
  return loan && noun?.roles.length === 0 && CJK.test(noun.text) && !PARTICLES.test(noun.text)
}

/** "修正し、…", "修正して…": whether it happened depends on the verb at the end. */
const LEADS_ON = /(?<!な )し(?: て(?: か ら)?)?(?: 、)?$/
const OPEN: readonly Role[] = ['plan', 'please', 'need', 'supply']
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

/** True if the next verb says that it happened. A later clause may still ask for something: "…しましたが、確認をお願いします". */
function isFollowedUp({ tokens }: Clause, at: number, { behind }: Surroundings): boolean {
  const parts = [tokens.slice(at + 1), ...behind.map((clause) => clause.tokens)]
  const next = parts.find((part) => hasHappened(part) || some(part, ...OPEN))
  return next !== undefined && hasHappened(next) && !some(next, ...OPEN)
}

function hasHappened(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1)
  // "再ビルドしました": an unknown verb in the past.
  return (last?.text === 'し' && isLong(last, 2)) || some(tokens, ...HAPPENED)
}
