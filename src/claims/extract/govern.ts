import type { WhyNot } from './claim.ts'
import { isShare } from './counts.ts'
import { isTest } from './cues/programs.ts'
import { type has, some, type Token } from './tokens.ts'

/** What a heading or lead-in says about the list and text below it. */
export type Governor = {
  level: number
  /** Why nothing below it is a claim, if so. */
  not: WhyNot | null
  /** What is below is about tests. */
  aboutTests: boolean
  /** What is below is for the user to do. */
  handsOver: boolean
}

const REASONS: readonly (readonly [WhyNot, readonly Parameters<typeof has>[1][]])[] = [
  ['draft', ['draft']],
  ['planned', ['plan', 'remain']],
  ['required', ['need']],
  ['conditional', ['if', 'ensure']],
  ['negated', ['not', 'part']],
  ['described', ['how', 'cause', 'past']],
]

/** Reads a heading as governor of what follows. What it asserts itself ("Completed", "Fixed issues") governs nothing away. */
export function governorOf(tokens: readonly Token[], level: number, asserts: boolean): Governor {
  const aboutTests = tokens.some(isTest)
  const reason = REASONS.find(([, roles]) => some(tokens, ...roles))?.[0] ?? (isShare(tokens) ? 'partial' : null)
  // "How it was tested" heads what was seen, not how things are.
  const seen = reason === 'described' && (aboutTests || some(tokens, 'checked', 'to-check'))
  return { level, not: asserts || seen ? null : reason, aboutTests, handsOver: some(tokens, 'handover') }
}
