import type { Clause } from '../sentences.ts'
import { has, some } from '../tokens.ts'
import { frameOf } from '../view.ts'
import { type Cue, each, type FindCues } from './cue.ts'

/** The agent says that it cannot do a step: "I can't", "no access", "is not installed". */
export const blockedCues: FindCues = (clause) =>
  each(clause.tokens, (token, i): Cue | null => {
    const blocks =
      (has(token, 'cannot') && isAgents(clause, i)) ||
      (has(token, 'can') && isDenied(clause, i)) ||
      (has(token, 'access') && (failed(clause, i) || lacks(clause, i))) ||
      (has(token, 'blocked') &&
        !some(clause.tokens.slice(i), 'well') &&
        frameOf(clause, i) !== 'attributive' &&
        !some(clause.tokens.slice(0, i), 'user', 'that', 'your'))
    return blocks ? { type: 'blocked', at: i, negative: true } : null
  })

/** "I do not have network access." */
const lacks = ({ tokens }: Clause, at: number): boolean =>
  some(tokens.slice(0, at), 'agent') &&
  some(tokens.slice(Math.max(0, at - 4), at), 'not') &&
  some(tokens.slice(Math.max(0, at - 3), at), 'have')

/** "failed due to network issues". */
const failed = ({ tokens }: Clause, at: number): boolean =>
  tokens.slice(Math.max(0, at - 5), at).some(({ text }) => /^fail/.test(text))

function isAgents({ tokens, order }: Clause, at: number): boolean {
  const subject = tokens.slice(Math.max(0, at - 4), at)
  return (some(subject, 'agent') || at === 0 || order === 'free') && !some(subject, 'user')
}

/** "Ich kann … nicht erreichen": the negation stands at the end. */
const isDenied = ({ tokens, order }: Clause, at: number): boolean =>
  order === 'free' && some(tokens, 'agent') && some(tokens.slice(at), 'not')
