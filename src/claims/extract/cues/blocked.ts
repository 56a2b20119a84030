import type { Clause } from '../sentences.ts'
import { has, some } from '../tokens.ts'
import { frameOf } from '../view.ts'
import { type Cue, each, type FindCues, type Surroundings } from './cue.ts'

/** Finds statements that the agent cannot do a step: "I can't", "no access", "is not installed". */
export const blockedCues: FindCues = (clause, around) =>
  each(clause.tokens, (token, i): Cue | null => {
    const blocks =
      (has(token, 'cannot') && isAgents(clause, i)) ||
      (has(token, 'can') && isDenied(clause, i)) ||
      (has(token, 'access') && (failed(clause, i) || lacks(clause, i))) ||
      (has(token, 'access', 'here') && hinders(clause, i, around)) ||
      (has(token, 'blocked') &&
        !some(clause.tokens.slice(i), 'well') &&
        frameOf(clause, i) !== 'attributive' &&
        !some(clause.tokens.slice(0, i), 'user', 'that', 'your'))
    return blocks ? { type: 'blocked', at: i, negative: true } : null
  })

/** "No board is attached here, so it has not run", "Not built: no Xcode here": something is missing, and work was not done. */
function hinders({ tokens }: Clause, at: number, { before, behind }: Surroundings): boolean {
  const missing = has(tokens[at], 'here') ? tokens : tokens.slice(at, at + 4)
  const undone = [before?.tokens ?? [], tokens, behind[0]?.tokens ?? []].some((own) =>
    own.some((token, i) => has(token, 'not') && some(own.slice(i + 1), ...WORK)),
  )
  return undone && some(missing, 'not', 'lack')
}

const WORK = [
  'checked',
  'test',
  'step',
  'to-check',
  'to-ship',
  'changed',
  'built',
  'passed',
  'shipped',
  'tried',
  'works',
] as const

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
  // "I could not find the commit" reports a finding.
  const found = /^(?:find|see|tell|say|think|imagine|recommend)$/.test(tokens[at + 1]?.text ?? '')
  return (some(subject, 'agent') || at === 0 || order === 'free') && !some(subject, 'user') && !found
}

/** "Ich kann … nicht erreichen": the negation comes later. */
const isDenied = ({ tokens, order }: Clause, at: number): boolean =>
  order === 'free' && some(tokens, 'agent') && some(tokens.slice(at), 'not')
