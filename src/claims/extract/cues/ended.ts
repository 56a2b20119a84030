import type { Clause } from '../sentences.ts'
import { has, some } from '../tokens.ts'
import { frameOf } from '../view.ts'
import { each, type FindCues } from './cue.ts'

/** Finds acts that end a problem, whatever the verb: "Vaporised the race condition". */
export const endedCues: FindCues = (clause) =>
  clause.order === 'fixed' && some(clause.tokens, 'problem')
    ? each(clause.tokens, (_, i) => (endsProblem(clause, i) ? { type: 'fixed', at: i } : null))
    : []

/** Maximum number of words between the verb and the problem: "that flaky test failure". */
const REACH = 4

/** True for a verb whose whole object is a problem. "Reworded the error message" is about a message. */
function endsProblem(clause: Clause, at: number): boolean {
  const { tokens } = clause
  const verb = tokens[at]
  // Verbs that leave a problem as it is have a role: "investigated", "logged", "moved".
  if (verb?.kind !== 'word' || verb.roles.length > 0 || !/^[a-z-]{3,}ed$/.test(verb.text)) return false
  if (!has(tokens[at + 1], 'det', 'your')) return false
  const frame = frameOf(clause, at)
  if (frame !== 'agent' && frame !== 'bare') return false
  const problem = tokens.slice(at + 2, at + 2 + REACH).findIndex((token) => has(token, 'problem'))
  const next = tokens[at + 3 + problem]
  return problem >= 0 && (next === undefined || has(next, 'prep', 'and', 'that', 'now', 'adverb'))
}
