import { type ClaimFinding, isBlocking } from './judge.ts'

/** Messages about findings, for agents and people. They say what is missing, never how to do the work. */

/** One sentence per code; `%` is replaced by the validator's name. */
export const FINDING_MESSAGES: { [code in ClaimFinding['code']]: string } = {
  NO_VALIDATOR: 'No approved validator is bound to this claim.',
  NOT_RUN: '% has no result in this turn.',
  FAILED: '% did not pass on the current files.',
  REFUSED: '% was refused.',
  STALE: 'Files have changed since % last ran.',
  WEAK: '% passed, but with less than the policy requires.',
  REPORTED_ONLY: '% passed only according to the host; Bailiff did not verify it.',
  VALIDATION_UNFINISHED: '% did not finish within the time limit.',
  TESTS_WEAKENED: 'Tests were removed or disabled.',
  WORKSPACE_UNKNOWN: 'The workspace could not be fingerprinted.',
  NO_CHANGE: 'Nothing changed in this session.',
  NOTHING_DONE: 'Nothing was done since the work was asked for.',
  STATUS_UNCLEAR: 'This turn made changes, but the message does not say where the work stands.',
  EXTRACTION_UNFINISHED: 'The message is too long to read in full.',
  NOTHING_READ: 'The message contains no readable words.',
}

/** True if the code's sentence is about a validator. */
export const isOfValidator = (code: ClaimFinding['code']): boolean => FINDING_MESSAGES[code].includes('%')

const MAX_QUOTE = 160
const MAX_DETAIL = 300

const WORDS: { [subject in ClaimFinding['subject']]: string } = {
  done: 'done',
  fixed: 'fixed',
  shipped: 'shipped',
  tests_pass: 'tests pass',
  verified: 'verified',
  blocked: 'blocked',
  delegation: 'delegation',
  status_unclear: 'status',
  message: 'message',
}

/** The name of a claim in a sentence. */
export const nameOf = (subject: ClaimFinding['subject']): string => WORDS[subject]

/** Renders a finding on one line. */
export function renderFinding({ code, subject, quote, validator, detail }: ClaimFinding): string {
  const sentence = FINDING_MESSAGES[code].replace('%', validator === null ? 'It' : `"${validator}"`)
  const said = quote === null ? '' : ` (${JSON.stringify(shortened(quote, MAX_QUOTE))})`
  const more = detail === '' || !isTold(code) ? '' : ` ${shortened(detail, MAX_DETAIL)}`
  return `${nameOf(subject)}${said}: ${sentence}${more} [${code}]`
}

/** The code to show for a finding, and the rest of its detail: for a validator's result, the validator's own. */
export function causeOf({ code, detail }: Pick<ClaimFinding, 'code' | 'detail'>): { code: string; said: string } {
  const [, cause, said] = isTold(code) ? (/^([A-Z][A-Z0-9_]+): ?(.*)$/s.exec(detail) ?? []) : []
  return cause === undefined ? { code, said: detail } : { code: cause, said: said ?? '' }
}

const TOLD: readonly ClaimFinding['code'][] = ['FAILED', 'REFUSED', 'TESTS_WEAKENED']

/** True if the detail adds something to the sentence. */
export const isTold = (code: ClaimFinding['code']): boolean => TOLD.includes(code)

/** Tells the agent why its turn was blocked: lists all blocking findings. */
export function renderReason(findings: readonly ClaimFinding[]): string {
  const lines = findings.filter(isBlocking).map((one) => `- ${renderFinding(one)}`)
  return [
    'Not permitted: ending the turn with claims that no evidence supports.',
    ...lines,
    'Attempts and uncertainty may be reported.',
  ].join('\n')
}

/** Collapses text to one line of at most `most` characters. */
export function shortened(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${[...line].slice(0, most - 1).join('')}…`
}
