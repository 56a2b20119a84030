import { type ClaimFinding, isBlocking } from './judge.ts'

/** What agents and people are told of findings: what is not so, and never how to do the work. */

/** A sentence for each code; `%` stands for the validator. */
export const FINDING_MESSAGES: { [code in ClaimFinding['code']]: string } = {
  NO_VALIDATOR: 'No approved validator is bound to this claim.',
  NOT_RUN: '% has no result in this turn.',
  FAILED: '% did not pass on the files as they are now.',
  REFUSED: '% was refused.',
  STALE: 'Files have changed since % last ran.',
  WEAK: '% passed with less than the policy asks for.',
  REPORTED_ONLY: '% passed only by a report that was not made by the harness.',
  VALIDATION_UNFINISHED: '% had not ended in the time there is.',
  WORKSPACE_UNKNOWN: 'The content of the workspace could not be told.',
  NO_CHANGE: 'No file was changed in this turn.',
  STATUS_UNCLEAR: 'This turn changed something, and the message does not say how it stands.',
  EXTRACTION_UNFINISHED: 'The message is too long to be read to its end.',
  NOTHING_READ: 'No word of the message could be read.',
}

/** Whether a code says something of a validator. */
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

/** What a claim is called in a sentence. */
export const nameOf = (subject: ClaimFinding['subject']): string => WORDS[subject]

/** One finding in a line. */
export function renderFinding({ code, subject, quote, validator, detail }: ClaimFinding): string {
  const sentence = FINDING_MESSAGES[code].replace('%', validator === null ? 'It' : `"${validator}"`)
  const said = quote === null ? '' : ` (${JSON.stringify(shortened(quote, MAX_QUOTE))})`
  const more = detail === '' || !isTold(code) ? '' : ` ${shortened(detail, MAX_DETAIL)}`
  return `${nameOf(subject)}${said}: ${sentence}${more} [${code}]`
}

/** Where the sentence does not say all. */
export const isTold = (code: ClaimFinding['code']): boolean => code === 'FAILED' || code === 'REFUSED'

/** Why a turn does not end: all findings that hold it back, for the agent. */
export function renderReason(findings: readonly ClaimFinding[]): string {
  const lines = findings.filter(isBlocking).map((one) => `- ${renderFinding(one)}`)
  return [
    'Not permitted: ending the turn with claims that no evidence supports.',
    ...lines,
    'What was attempted, and what is uncertain, may be reported.',
  ].join('\n')
}

/** In one line, and no longer than that. */
export function shortened(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${[...line].slice(0, most - 1).join('')}…`
}
