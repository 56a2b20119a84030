import { type ClaimFinding, isBlocking } from './finding.ts'

/** Messages about findings, for agents and people. They say what is missing, never how to do the work. */

/** One sentence per code; `%` is replaced by the validator's name. */
export const FINDING_MESSAGES: { [code in ClaimFinding['code']]: string } = {
  NO_VALIDATOR: 'No approved validator is bound.',
  NOT_RUN: '% has no result in this turn.',
  FAILED: '% did not pass on the current files.',
  REFUSED: '% was refused.',
  STALE: 'Files have changed since % last ran.',
  WEAK: '% passed, but with less than the policy requires.',
  REPORTED_ONLY: '% passed only according to the host; Bailiff did not verify it.',
  VALIDATION_UNFINISHED: '% did not finish within the time limit.',
  TESTS_WEAKENED: 'Tests were removed or disabled.',
  CHECKING: '% is still running in the background.',
  WORKSPACE_UNKNOWN: 'The workspace could not be fingerprinted.',
  NO_CHANGE: 'Nothing but reading was done in this session.',
  NOTHING_DONE: 'Nothing has been done since the work was asked for.',
  WORK_UNPROVEN: 'This turn changed files, and % does not show that they work.',
  EXTRACTION_UNFINISHED: 'The message is too long to read in full.',
  NOTHING_READ: 'The message contains no readable words.',
}

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
  work: 'changed files',
  message: 'message',
}

/** The name of a claim in a sentence. */
export const nameOf = (subject: string): string => (WORDS as { [subject: string]: string })[subject] ?? subject

/** Renders the findings with one cause on one line: the check and its result, the code, then the claims. */
function renderCause(group: readonly [ClaimFinding, ...ClaimFinding[]]): string {
  const [first] = group
  const { sentence, code } = sentenceOf(first)
  const claims = group.filter(({ subject }) => subject !== 'message' && subject !== 'work')
  const said = quoted(claims, nameOf, (quote) => ` (${JSON.stringify(shortened(quote, MAX_QUOTE))})`)
  return `${sentence} [${code}]${said === '' ? '' : ` ${claims.length === 1 ? 'Claim' : 'Claims'}: ${said}`}`
}

type Caused = { code: string; validator: string | null; detail: string }

/** The sentence for a finding and its most telling code: the validator's own, if it has one. */
export function sentenceOf(finding: Caused): { sentence: string; code: string } {
  const { code: own, validator } = finding
  const words = (FINDING_MESSAGES as { [code: string]: string })[own] ?? own
  const sentence = words.replace('%', validator === null ? 'It' : `"${validator}"`)
  const { code, said } = own === 'WORK_UNPROVEN' ? { ...causeOf(finding), code: own } : causeOf(finding)
  if (!isTold(own) || said === '') return { sentence, code }
  const detail = shortened(said, MAX_DETAIL)
  // A detail that is a sentence of its own follows as one.
  return {
    sentence: /^\p{Lu}/u.test(detail) ? `${sentence} ${detail}` : `${sentence.replace(/\.$/, '')}: ${detail}`,
    code,
  }
}

/** The code to show for a finding, and the rest of its detail: for a validator's result, the validator's own. */
export function causeOf({ code, detail }: Pick<Caused, 'code' | 'detail'>): { code: string; said: string } {
  const [, cause, said] = isTold(code) ? (/^([A-Z][A-Z0-9_]+): ?(.*)$/s.exec(detail) ?? []) : []
  return cause === undefined ? { code, said: detail } : { code: cause, said: said ?? '' }
}

const TOLD: readonly string[] = [
  'FAILED',
  'REFUSED',
  'TESTS_WEAKENED',
  'WORK_UNPROVEN',
] satisfies ClaimFinding['code'][]

/** True if the detail adds something to the sentence. */
export const isTold = (code: string): boolean => TOLD.includes(code)

/** Groups findings that have the same cause: a check that failed for several claims is told once. */
export function byCause<Finding extends Caused & { mode: string }>(
  findings: readonly Finding[],
): [Finding, ...Finding[]][] {
  const groups = new Map<string, [Finding, ...Finding[]]>()
  for (const finding of findings) {
    const { sentence, code } = sentenceOf(finding)
    const key = JSON.stringify([finding.mode, code, sentence])
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [finding])
    else group.push(finding)
  }
  return [...groups.values()]
}

/** The claims of findings, with each quote once: `done, tests pass ("All done, tests pass.")`. */
export function quoted<Subject extends string>(
  claims: readonly { subject: Subject; quote: string | null }[],
  name: (subject: Subject) => string,
  quote: (text: string) => string,
): string {
  const names = new Map<string | null, Set<string>>()
  for (const { subject, quote: said } of claims) names.set(said, (names.get(said) ?? new Set()).add(name(subject)))
  return [...names].map(([said, all]) => `${[...all].join(', ')}${said === null ? '' : quote(said)}`).join('; ')
}

/** Tells agents the form in which a gap ends a turn. */
export const GAPS_ARE_FREE = 'A line "Failing: <check or test>" or "Not verified: <check>" ends the turn as open.'

/** Hosts hand on the last message of a turn only. A fact, so that an answer is not lost by being said too early. */
const ONLY_THE_LAST = 'Whoever asked gets only the last message of the turn.'

/** Tells the agent why its turn was blocked: lists all blocking findings. */
export function renderReason(findings: readonly ClaimFinding[]): string {
  const lines = byCause(findings.filter(isBlocking)).map((group) => `- ${renderCause(group)}`)
  return [
    'Not permitted: ending the turn with claims or changes that no evidence supports.',
    ...lines,
    `${GAPS_ARE_FREE} ${ONLY_THE_LAST}`,
  ].join('\n')
}

/** Collapses text to one line of at most `most` characters. */
export function shortened(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${[...line].slice(0, most - 1).join('')}…`
}
