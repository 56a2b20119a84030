import type { ClaimType } from '../claim.ts'
import { has, some, someBefore, type Token } from '../tokens.ts'
import { frameOf } from '../view.ts'
import { type Cue, each, type FindCues } from './cue.ts'

/** Finds acts that are named by a noun and reported as done: "Deployment complete", "Fixes applied", "push realizado". */
export const actCues: FindCues = (clause) => {
  const { tokens, order } = clause
  return each(tokens, (token, i): Cue | null => {
    if (token.roles.length === 0) return null
    if (order === 'free' && someBefore(tokens, i, 'have')) return marked(token, i)
    // "I managed to fix it": it happened.
    if (has(tokens[i - 1], 'managed') && some(tokens.slice(0, i), 'agent')) return marked(token, i)
    if (!has(token, 'done', 'applied', 'works')) return null
    const type = actBefore(tokens.slice(Math.max(0, i - 6), i), token)
    const fits = !['user', 'other', 'relative', 'attributive'].includes(frameOf(clause, i))
    return type === null || !fits ? null : { type, at: i }
  })
}

/** Returns the cue for an act that a marker ("已", "managed to") shows to have happened. Chinese verbs have no past tense. */
function marked(token: Token, at: number): Cue | null {
  if (has(token, 'done', 'fixed', 'shipped', 'changed', 'checked')) return null
  if (has(token, 'to-fix')) return { type: 'fixed', at }
  if (has(token, 'to-ship')) return { type: 'shipped', at }
  if (has(token, 'to-check')) return { type: 'verified', at }
  return has(token, 'to-do') ? { type: 'done', level: 'report', at } : null
}

/** The act that the word refers to: a fix or a release named before it; null if there is none. */
function actBefore(before: readonly Token[], token: Token): ClaimType | null {
  // "is correct and works": a property, not an act.
  if (before.some((one, i) => has(one, 'to-fix') && !has(before[i - 1], 'be'))) return 'fixed'
  if (has(token, 'works')) return null
  return some(before, 'to-ship') ? 'shipped' : null
}
