import type { ClaimType } from '../claim.ts'
import type { Clause } from '../sentences.ts'
import { has, some, type Token } from '../tokens.ts'
import type { Cue, FindCues } from './cue.ts'
import { isTest } from './programs.ts'

/** A sign applies to a short label beside it, not to a long sentence. `free` is higher: some scripts have a token per character. */
const LENGTH = { fixed: 12, free: 30 } as const
const CHEER_LENGTH = 3
const SHORT = 4

/** Finds signs and ticked boxes that make a claim: "✅ Migration", "- [x] Fix the login", "100 %". */
export const signCues: FindCues = (clause, { segment, index, before }) => {
  const { tokens, order } = clause
  if (segment.kind === 'checklist' && index === 0) return segment.checked ? [ticked(clause)] : []
  const at = tokens.findIndex(
    (token) =>
      has(token, 'verdict') ||
      (has(token, 'cheer') && tokens.filter((one) => !has(one, 'cheer')).length < CHEER_LENGTH),
  )
  // "🚀 Next steps": decoration in a heading.
  const opposed =
    some(tokens, 'not', 'part') ||
    (segment.level !== undefined && some(tokens, 'how', 'appraises', 'plan', 'scheme', 'draft', 'what', 'ask'))
  if (at < 0 || opposed || tokens.length > LENGTH[order]) return []
  return [
    {
      type: signedType(isAnswer(clause) && before !== undefined && !some(before.tokens, 'if') ? before : clause),
      level: 'explicit',
      at,
    },
  ]
}

/** "Conexión verificada: ✅": the label names the act. */
const isAnswer = ({ tokens, order, opener }: Clause): boolean =>
  order === 'free' && opener === ':' && tokens.every((token) => has(token, 'verdict', 'cheer') || token.kind === 'code')

const ticked = (clause: Clause): Cue => ({ type: typeOf(clause), level: 'explicit', at: 0, negative: true })

/** The claim type of a ticked item, from the act it names. */
function typeOf({ tokens }: Clause): ClaimType {
  if (some(tokens, 'to-fix', 'fixed')) return 'fixed'
  if (tokens.some(isTest) && (tokens.length <= SHORT || some(tokens, 'to-check', 'step', 'passed'))) return 'tests_pass'
  if (some(tokens, 'to-ship', 'shipped', 'place')) return 'shipped'
  return some(tokens, 'to-check', 'checked') ? 'verified' : 'done'
}

/** The claim type of a line with a sign. "✅ Input validation" names a feature: only an opening verb names a check. */
function signedType({ tokens, order }: Clause): ClaimType {
  const first = tokens.find((token) => !has(token, 'verdict', 'cheer', 'all', 'det', 'success'))
  if (some(tokens, 'fixed', 'to-fix')) return 'fixed'
  if (tokens.some(isTest) && (tokens.length <= SHORT || some(tokens, 'passed'))) return 'tests_pass'
  if (some(tokens, 'shipped', 'to-ship')) return 'shipped'
  // "✓ PASS", "✅ API key found": the result of a look, not of work.
  const sign = tokens.findIndex((token) => has(token, 'verdict'))
  // "응답 확인 ✅"
  const ended = order === 'free' && has(tokens[sign - 1], 'to-check')
  return some(tokens, 'checked', 'passed') || has(first, 'to-check') || ended || isFound(tokens) ? 'verified' : 'done'
}

/** "✅ API key found"; finding a bug says nothing about the work. */
const isFound = (tokens: readonly Token[]): boolean =>
  tokens.slice(1).some(({ text }) => text === 'found') && !some(tokens, 'problem', 'bad', 'cause')
