import type { ClaimFinding } from '../../claims/finding.ts'
import { byCause, causeOf, FINDING_MESSAGES, nameOf, shortened } from '../../claims/messages.ts'
import type { SeenValidation } from '../../claims/turn.ts'

/** The line for the person about a block: the checks that lack a pass, and the tests that failed. `explain` has the rest. */
export function blockedNotice(
  findings: readonly ClaimFinding[],
  { blocks, budget }: { blocks: number; budget: number },
  validations: readonly SeenValidation[],
): string {
  const groups = byCause(findings)
  const parts = new Set(groups.map(([first]) => partOf(first, validations)))
  // A refusal is for the person: the agent cannot change it.
  const refusals = new Set(groups.flatMap(([first]) => refusalOf(first) ?? []))
  return [
    `Bailiff: blocked ${blocks + 1} of ${budget}: ${shortened([...parts].join(', '), MAX_LINE)}`,
    ...[...refusals].map((said) => shortened(said, MAX_LINE)),
  ].join('. ')
}

const MAX_LINE = 200

function partOf(finding: ClaimFinding, validations: readonly SeenValidation[]): string {
  const { validator, subject, code, detail } = finding
  if (code === 'TESTS_WEAKENED')
    return `tests removed or disabled${detail === '' ? '' : ` (${detail.replace(/\.$/, '')})`}`
  if (validator === null) return `${nameOf(subject)}: ${lowered(FINDING_MESSAGES[code])}`
  const cause = causeOf(finding).code
  const failures = validations.findLast((one) => one.validator === validator && one.result === 'failed')?.failures ?? []
  if (cause === 'TESTS_FAILED' && failures.length > 0) return `${validator} (${listed(failures)})`
  if (FAILED.includes(cause)) return validator
  return `${validator} ${WORDS[cause] ?? `[${cause}]`}`
}

const FAILED: readonly string[] = ['TESTS_FAILED', 'COMMAND_FAILED', 'FAILED']

/** Words for the lacks that people see every day. The others show their code. */
const WORDS: { [code: string]: string } = {
  NOT_RUN: '(not run)',
  STALE: '(files have changed since)',
  NO_TESTS_RAN: '(no tests ran)',
}

const MAX_NAMES = 3

const listed = (names: readonly string[]): string =>
  [...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? [`${names.length - MAX_NAMES} more`] : [])].join(', ')

const lowered = (sentence: string): string =>
  `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`

function refusalOf(finding: ClaimFinding): string | null {
  const { code, said } = causeOf(finding)
  return code === 'CHECK_CHANGED' ? said : null
}
