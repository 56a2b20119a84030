import type { Clause } from '../sentences.ts'
import { has, some } from '../tokens.ts'
import { type Cue, each, type FindCues } from './cue.ts'

/** The agent says that it cannot do a step: "I can't", "no access", "is not installed". */
export const blockedCues: FindCues = (clause) =>
  each(clause.tokens, (token, i): Cue | null => {
    const blocks =
      (has(token, 'cannot') && isAgents(clause, i)) ||
      (has(token, 'can') && isDenied(clause, i)) ||
      (has(token, 'blocked') && !some(clause.tokens.slice(0, i), 'user', 'that', 'your'))
    return blocks ? { type: 'blocked', at: i, negative: true } : null
  })

function isAgents({ tokens, order }: Clause, at: number): boolean {
  const subject = tokens.slice(Math.max(0, at - 4), at)
  return (some(subject, 'agent') || at === 0 || order === 'free') && !some(subject, 'user')
}

/** "Ich kann … nicht erreichen": the negation stands at the end. */
const isDenied = ({ tokens }: Clause, at: number): boolean => some(tokens, 'agent') && some(tokens.slice(at), 'not')
