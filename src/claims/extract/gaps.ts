import { someFail } from './counts.ts'
import { isTest } from './cues/programs.ts'
import type { GapKind } from './lexicon/gap-labels.ts'
import { pattern } from './lexicon/patterns.ts'
import type { Role } from './lexicon/roles.ts'
import type { Clause, Sentence } from './sentences.ts'
import { has, some, type Token } from './tokens.ts'

/**
 * Returns the gap that a sentence states beyond doubt, or null: "one test still fails", "I have not run the tests". Precision
 * comes first, because the plain form (`Failing: …`) needs no reading.
 */
export function gapIn({ clauses, asks }: Sentence): GapKind | null {
  if (asks) return null
  for (const clause of clauses) {
    const kind = statedBy(clause)
    if (kind !== null) return kind
  }
  return null
}

const ELSEWHERE: readonly Role[] = ['past', 'no-longer', 'lack', 'can', 'plan', 'fixed', 'vanished']

/** "I fixed the test that fails", "it fails if …", "it used to fail", "no test fails": nothing fails now. */
const isElsewhere = (tokens: readonly Token[]): boolean =>
  some(tokens, ...ELSEWHERE) || tokens.some(isCondition) || isOver(tokens)

const isCondition = (token: Token): boolean => has(token, 'if') && token.text !== 'before'

/** A clause without any of these states no gap, unless it counts failures. */
const TELLING: readonly Role[] = ['fails', 'unchecked', 'unfinished', 'expects', 'passed', 'checked', 'to-check', 'ran']

function statedBy({ tokens }: Clause): GapKind | null {
  if ((!some(tokens, ...TELLING) && !someFail(tokens)) || isElsewhere(tokens)) return null
  if (someFail(tokens)) return 'failing'
  const named = tokens.some(isTest)
  const denied = tokens.some(isDenial)
  if (denied && named && some(tokens, 'passed')) return 'failing'
  if (!denied && some(tokens, 'fails') && (named || some(tokens, 'still'))) return 'failing'
  if (some(tokens, 'unchecked') || (denied && isUnchecked(tokens, named))) return 'unverified'
  if (some(tokens, 'unfinished')) return 'unfinished'
  return !denied && isExpected(tokens) ? 'unverified' : null
}

/** True for "not". The Japanese "まだ" before a verb that asserts says "still". */
const isDenial = (token: Token): boolean =>
  has(token, 'not', 'cannot') && !has(token, 'fails', 'unfinished', 'unchecked', 'still') && token.text !== 'failed'

/** "I did not verify it", "the tests were not run"; "unsigned tokens that are not verified" describes. */
const isUnchecked = (tokens: readonly Token[], named: boolean): boolean =>
  !some(tokens, 'that', 'habit') && (some(tokens, 'checked', 'to-check') || (named && some(tokens, 'ran')))

/** "It should work now": expected, not seen. "The form should work offline" is a requirement. */
const isExpected = (tokens: readonly Token[]): boolean =>
  tokens.some((token, i) => {
    if (!has(token, 'expects')) return false
    const near = tokens.slice(Math.max(0, i - 2), i + 3)
    return !/^[a-zа-яё]/i.test(token.text) || some(near, 'now', 'no-longer')
  })

/** "The suite was red", as opposed to "was red and still is". */
const isOver = (tokens: readonly Token[]): boolean => some(tokens, 'was') && !some(tokens, 'still', 'not')

/** Words that leave a gap standing: "everything else is fixed", "not fixed yet", "can be fixed later". */
const UNSETTLED: readonly Role[] = [
  'not',
  'cannot',
  'still',
  'if',
  'plan',
  'need',
  'can',
  'except',
  'part',
  'hedge',
  'lack',
  'remain',
]
const OTHERS = pattern(
  () => '^(?:else|others?|rest|ander\\p{L}*|übrig\\p{L}*|autres?|reste|demás|resto|otr[oa]s|其他|其余|他|ほか)$',
)
const TRAILING: readonly Role[] = ['now', 'adverb', 'it', 'be', 'been', 'verdict', 'cheer', 'all']

/**
 * True if the text after a label ends by saying that all is well: "the test failed before, it is fixed now", "all tests pass".
 * Only the part after the last comma counts.
 */
export function isSettled(clauses: readonly Pick<Clause, 'tokens'>[]): boolean {
  const all = clauses.at(-1)?.tokens ?? []
  const comma = all.findLastIndex(({ text }) => text === ',' || text === '、')
  const last = all.slice(comma + 1)
  // "It no longer fails", as opposed to "it no longer works".
  if (some(last, 'no-longer')) return has(last.at(-1), 'no-longer') || some(last, 'fails', 'bad')
  if (some(last, ...UNSETTLED) || last.some(({ text }) => OTHERS.test(text))) return false
  const at = last.findLastIndex((token) => has(token, 'fixed', 'vanished', 'passed'))
  if (at < 0 || !last.slice(at + 1).every((token) => has(token, ...TRAILING))) return false
  const isAlone = comma < 0 && clauses.length === 1
  // "One test, 41 passed" still states a gap; "it passes now" does not.
  if (has(last[at], 'passed')) return some(last, 'all') ? isAlone : some(last, 'now')
  return at > 0 || !isAlone
}
