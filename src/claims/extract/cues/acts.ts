import type { ClaimType } from '../claim.ts'
import type { Role } from '../lexicon/roles.ts'
import type { Clause } from '../sentences.ts'
import { has, some, someBefore, type Token } from '../tokens.ts'
import { frameOf } from '../view.ts'
import { type Cue, each, type FindCues } from './cue.ts'

/** Finds acts that are named by a noun and reported as done: "Deployment complete", "Fixes applied", "push realizado". */
export const actCues: FindCues = (clause) => {
  const { tokens, order } = clause
  return each(tokens, (token, i): Cue | null => {
    if (token.roles.length === 0) return null
    if (order === 'free' && someBefore(tokens, i, 'have')) return marked(tokens, i)
    // "I managed to fix it": it happened.
    if (has(tokens[i - 1], 'managed') && some(tokens.slice(0, i), 'agent')) return marked(tokens, i)
    if (isLanded(clause, i)) return { type: 'fixed', at: i }
    if (!has(token, ...MADE[order])) return null
    const type = actAt(clause, i)
    const fits = !['user', 'other', 'relative', 'attributive'].includes(frameOf(clause, i))
    return type === null || !fits ? null : { type, at: i }
  })
}

/** "Fixes landed": fixed, and pushed. */
const isLanded = ({ tokens, order }: Clause, at: number): boolean =>
  order === 'fixed' && has(tokens[at], 'shipped') && has(tokens[at - 1], 'to-fix') && has(tokens[at - 1], 'problem')

/** Words that say that an act was made. "Correções implementadas" */
const MADE: Readonly<Record<Clause['order'], readonly Role[]>> = {
  fixed: ['done', 'applied', 'works'],
  free: ['done', 'applied', 'works', 'built'],
}

/** "部署与维护", "测试、发布": a noun in a list of topics. */
const isListed = (next: Token | undefined): boolean => /^[与及、等]$/.test(next?.text ?? '')

/** Returns the cue for an act that a marker ("已", "managed to") shows to have happened. Chinese verbs have no past tense. */
function marked(tokens: readonly Token[], at: number): Cue | null {
  const token = tokens[at]
  if (has(token, 'done', 'fixed', 'shipped', 'changed', 'checked') || isListed(tokens[at + 1])) return null
  if (has(token, 'to-fix')) return { type: 'fixed', at }
  if (has(token, 'to-ship')) return { type: 'shipped', at }
  if (has(token, 'to-check')) return { type: 'verified', at }
  return has(token, 'to-do') ? { type: 'done', level: 'report', at } : null
}

/** The act that the word says was made; null if it names none. */
function actAt(clause: Clause, at: number): ClaimType | null {
  const token = clause.tokens[at]
  if (token === undefined) return null
  return actBefore(clause.tokens.slice(Math.max(0, at - 6), at), token) ?? checkBefore(clause, at)
}

/** "検証が完了しました", "품질 검증까지 마쳤습니다": the check itself is done. */
function checkBefore({ tokens, order }: Clause, at: number): ClaimType | null {
  const act = /^(?:[がはもを이가은는을를도까]|ま で)$/.test(tokens[at - 1]?.text ?? '') ? at - 2 : at - 1
  return order === 'free' && has(tokens[at], 'done') && has(tokens[act], 'to-check') ? 'verified' : null
}

/** The act that the word refers to: a fix or a release named before it; null if there is none. */
function actBefore(before: readonly Token[], token: Token): ClaimType | null {
  // "is correct and works": a property, not an act.
  if (before.some((one, i) => has(one, 'to-fix') && !has(before[i - 1], 'be'))) return 'fixed'
  if (has(token, 'works', 'built')) return null
  return some(before, 'to-ship') ? 'shipped' : null
}
