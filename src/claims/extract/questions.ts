import type { ClaimType } from './claim.ts'
import type { Cue } from './cues/cue.ts'
import { foundIn } from './cues/find.ts'
import { isTest } from './cues/programs.ts'
import type { Segment } from './segments.ts'
import type { Clause, Sentence } from './sentences.ts'
import { has, some, type Token } from './tokens.ts'

/** The claims made by answering yes (`whether`) or no (`whetherNot`) to the last questions. */
export type Questions = { whether: readonly ClaimType[]; whetherNot: readonly ClaimType[] }
export const NOT_ASKED: Questions = { whether: [], whetherNot: [] }
const SHORT_ANSWER = 4

/** Finds the claims that questions ask about: "Did the tests pass?", "Does a test still fail?", "Is anything left to do?" */
export function askedIn(sentences: readonly Sentence[], segment: Segment): Questions {
  const clauses = sentences.filter(({ asks }) => asks).flatMap(({ clauses: own }) => own)
  if (clauses.length === 0) return NOT_ASKED
  const around = {
    segment,
    aboutTests: false,
    handsOver: false,
    isNext: false,
    opens: false,
    stands: false,
    closes: false,
    index: 0,
    before: undefined,
    behind: [],
  }
  const whether = clauses
    .flatMap((clause) => foundIn(clause, around))
    .filter(({ type }) => type !== 'delegation')
    .map(({ type }) => type)
  return { whether: [...new Set(whether)], whetherNot: clauses.flatMap(({ tokens }) => faultIn(tokens)) }
}

/** The claim made by denying a problem. */
function faultIn(tokens: readonly Token[]): ClaimType[] {
  if (some(tokens, 'remain')) return ['done']
  if (!some(tokens, 'bad', 'problem')) return []
  return [tokens.some(isTest) ? 'tests_pass' : 'fixed']
}

/** "They did.", "No.": answers the last question, whether quoted or the agent's own. */
export function answersIn({ tokens }: Clause, asked: Questions): Cue[] {
  const affirms = has(tokens[0], 'affirm') && !some(tokens, 'not', 'part')
  const denies = tokens.length <= SHORT_ANSWER && some(tokens, 'not')
  const types = affirms ? asked.whether : denies ? asked.whetherNot : []
  return types.map((type) => ({ type, at: 0, negative: true }))
}
