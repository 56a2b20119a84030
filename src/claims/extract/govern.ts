import type { WhyNot } from './claim.ts'
import { isShare } from './counts.ts'
import { isTest } from './cues/programs.ts'
import { ACCORDING } from './lexicon/forms.ts'
import type { Sentence } from './sentences.ts'
import { has, some, type Token } from './tokens.ts'

/** The effect of a heading or lead-in on the list and text below it. */
export type Governor = {
  level: number
  /** The reason why nothing below it is a claim, or null. */
  not: WhyNot | null
  /** True if it appraises something: "Strengths". An act in the agent's own voice below it is still a report. */
  appraises: boolean
  /** True if the text below is about tests. */
  aboutTests: boolean
  /** True if the text below lists tasks for the user. */
  handsOver: boolean
}

const REASONS: readonly (readonly [WhyNot, readonly Parameters<typeof has>[1][]])[] = [
  ['draft', ['draft']],
  ['planned', ['plan', 'scheme', 'remain', 'handover']],
  ['required', ['need']],
  ['conditional', ['if', 'ensure']],
  ['negated', ['not', 'part']],
  ['described', ['how', 'cause', 'past', 'appraises']],
]

/** "The code base is a monorepo with three packages:", "The workflow has three jobs:": the text below is a description. */
function defines(tokens: readonly Token[]): boolean {
  const at = tokens.findIndex((token) => has(token, 'be', 'have'))
  const subject = tokens.slice(0, at)
  if (at < 1 || some(subject, 'agent', 'it', 'now') || !has(subject[0], 'det', 'your')) return false
  return /^(?:a|an)$/.test(tokens[at + 1]?.text ?? '') || (has(tokens[at], 'have') && isCount(tokens[at + 1]))
}

const isCount = (token: Token | undefined): boolean =>
  token?.kind === 'number' || /^(?:two|three|four|five|six|seven|several)$/.test(token?.text ?? '')

/** "# Pull Request: Add paging": the text of a pull request, for the user to paste. */
const isDraft = (tokens: readonly Token[], level: number): boolean =>
  level <= 2 && /^(?:pull|merge) request$/.test(tokens[0]?.text ?? '')

/** "Subject: …", "Hi Marta,": a letter for the user to send. */
const LETTER =
  /^(?:(?:subject|betreff|objet|asunto|assunto|oggetto|тема)[:：]|(?:hi|hello|dear|hallo|liebe[rs]?|bonjour|hola|ciao|olá) [^.!?\n]{1,40},\s*(?:\n|$))/
const OPENING = 80

/** The effect of a paragraph that is not a heading on the paragraphs after it. */
export const governorOfText = (text: string): Governor | null =>
  LETTER.test(text.slice(0, OPENING).toLowerCase())
    ? { level: 0, not: 'draft', appraises: false, aboutTests: false, handsOver: false }
    : null

/** "The last CI run:": what a server did at another time. "From `todo.md`:", "Según las notas:": someone else's list. */
const isRecord = (tokens: readonly Token[]): boolean =>
  tokens.some((token) => has(token, 'past') && /\bci$|^nightly\b/.test(token.text)) ||
  ACCORDING.test(tokens[0]?.text ?? '') ||
  (tokens[0]?.text === 'from' &&
    tokens.some((token) => has(token, 'source', 'other') || /\.(?:md|txt|log|csv)$/.test(token.text)))

/** The effect of a heading on the text below it. A heading that makes a claim ("Completed", "Fixed") rules nothing out. */
export function governorOf(tokens: readonly Token[], level: number, asserts: boolean): Governor {
  const aboutTests = tokens.some(isTest)
  const reason = isRecord(tokens)
    ? 'attributed'
    : (REASONS.find(([, roles]) => some(tokens, ...roles))?.[0] ??
      (isShare(tokens) ? 'partial' : defines(tokens) ? 'described' : isDraft(tokens, level) ? 'draft' : null))
  // "How it was tested" introduces observations, not a description.
  const seen = reason === 'described' && (aboutTests || some(tokens, 'checked', 'to-check'))
  return {
    level,
    not: asserts || seen ? null : reason,
    appraises: some(tokens, 'appraises'),
    aboutTests,
    handsOver: some(tokens, 'handover'),
  }
}

/** "Acceptance criteria: ✅ Typecheck passes": a requirement that is ticked off is reported as met. */
export const isTicked = (governor: Governor | undefined, { clauses }: Sentence): boolean =>
  governor?.not === 'required' && clauses.some(({ tokens }) => some(tokens, 'verdict') || has(tokens[0], 'passed'))
