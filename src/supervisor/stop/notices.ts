import { type ClaimFinding, isBlocking, type Judgement, type Note } from '../../claims/finding.ts'
import { byCause, shortened } from '../../claims/messages.ts'
import { nameTests } from '../../claims/name-tests.ts'
import type { SeenValidation } from '../../claims/turn.ts'
import type { Weakened } from '../../claims/weakened.ts'
import { saySupport } from '../../project/support.ts'
import type { TurnVerdict } from '../../session/state.ts'
import { blockedNotice } from './blocked-notice.ts'
import type { JudgedMessage } from './judging.ts'
import { reasons } from './reasons.ts'

/** Lines for the person: one for each turn in which the evidence does not support a claim. `earnedNotice` has the others. */

/** The line about a judgement; null if there is nothing to say. */
export function noticeOf(
  { verdict, judgement, spent }: JudgedMessage,
  session: string,
  validations: readonly SeenValidation[] = [],
): string | null {
  const { findings } = judgement
  switch (verdict) {
    case 'unclaimed':
    case 'earned':
      return null
    case 'checking':
      return `Bailiff: checking, not earned yet: ${runningIn(findings)} in the background. Run: bailiff outcome ${session}`
    case 'waiting':
      return (
        tell('not earned, background tasks still running', findings.filter(isBlocking), explain(session)) ??
        'Bailiff: not earned yet: a subagent is still at work.'
      )
    case 'warned':
      // Without a bound validator the claim could not be earned: that belongs in the report, not in every turn.
      return tell(
        'not earned',
        findings.filter(({ code }) => !QUIET.includes(code)),
      )
    case 'blocked':
      return blockedNotice(findings.filter(isBlocking), spent, validations)
    case 'capped':
      return tell(
        `CAPPED: blocked ${spent.blocks} of ${spent.budget} ${spent.budget === 1 ? 'time' : 'times'}, then allowed to end; not earned`,
        findings.filter(isBlocking),
        explain(session),
      )
    case 'open':
      return tellWeakened(findings) ?? tellGap(judgement)
    case 'asking':
      return 'Bailiff: the agent waits for you; its changes are not checked yet.'
    case 'red':
      return tell('red, as announced', findings, '', 'left out')
    case 'unsupervised':
      return tell('UNSUPERVISED', findings.filter(isBlocking), explain(session))
    // These verdicts come after the turn has ended.
    case 'failed':
    case 'superseded':
    // Nothing is judged yet.
    case 'deferred':
      return null
  }
}

/** The line about weakened tests, which a person may accept, after the checks that failed; null if there are none. */
function tellWeakened(findings: readonly ClaimFinding[]): string | null {
  const failed = findings.filter((one) => isFailed(one) && !isBlocking(one))
  const said = tell('open, not earned', failed)
  const weakened = findings.filter(isBlocking)
  if (said === null || weakened.length === 0) return tell('open, not earned', weakened, HOW_TO_ACCEPT)
  return `${said} ${reasons(weakened, 'told')}${HOW_TO_ACCEPT}`
}

/** The line about the gaps that the agent stated: the worst of them, and the check that matters most. The others are counted. */
function tellGap({ findings, notes }: Judgement): string {
  const [gap, ...gaps] = notes.filter(({ code }) => code === 'GAP').toSorted((a, b) => rankOf(a) - rankOf(b))
  const quote = JSON.stringify(shortened(gap?.quote ?? '', MAX_GAP).replace(/\.$/, ''))
  const reader = gap?.readBy === undefined ? '' : ` (read by ${gap.readBy})`
  const what = `open, not earned; the agent says ${quote}${reader}${gaps.length === 0 ? '' : ` and ${gaps.length} more`}`
  const [first, ...others] = byCause(failedFirst(findings))
  if (first === undefined) return `Bailiff: ${what}.`
  return `${tell(what, first, '', 'left out')}${others.length === 0 ? '' : ` And ${others.length} more.`}`
}

const MAX_GAP = 160

const GAP_KINDS = ['failing', 'unverified', 'unfinished'] as const

const rankOf = ({ gap = 'unfinished' }: Note): number => GAP_KINDS.indexOf(gap)

/** Checks that ran and failed come first, and what no check is bound to comes last. */
const failedFirst = (findings: readonly ClaimFinding[]): ClaimFinding[] =>
  findings.toSorted((a, b) => weightOf(b) - weightOf(a))

const weightOf = (finding: ClaimFinding): number => (isFailed(finding) ? 2 : QUIET.includes(finding.code) ? 0 : 1)

/** True if a check ran and failed, or was refused. The detail of any other lack of a check is only its code. */
const isFailed = ({ code, detail }: ClaimFinding): boolean =>
  code === 'FAILED' || code === 'REFUSED' || (code === 'WORK_UNPROVEN' && !NOT_FAILED.test(detail))

const NOT_FAILED = /^(?:NOT_RUN|STALE|WEAK|REPORTED_ONLY|NO_VALIDATOR):$/

function runningIn(findings: readonly ClaimFinding[]): string {
  const names = findings.flatMap(({ code, validator }) => (code === 'CHECKING' ? [`"${validator}"`] : []))
  const all = [...new Set(names)]
  return `${all.join(', ')} ${all.length === 1 ? 'continues' : 'continue'}`
}

const QUIET: readonly ClaimFinding['code'][] = ['NO_VALIDATOR', 'NO_CHANGE']

const MAX_LINE = 400

const explain = (session: string): string => ` Run: bailiff explain ${session} last`
const HOW_TO_ACCEPT = ` To accept: bailiff accept, or the line "bailiff: accept" in your next prompt.`

function tell(
  what: string,
  findings: readonly ClaimFinding[],
  next = '',
  consequence: 'told' | 'left out' = 'told',
): string | null {
  return findings.length === 0 ? null : `Bailiff: ${what}. ${reasons(findings, consequence)}${next}`
}

/** Adds the tests, or checks, that failed and then passed on the same content. Only the person is told. */
export function withFlaky(notice: string | null, validations: readonly SeenValidation[]): string | null {
  const names = validations.flatMap(({ result, validator, flaky }) => {
    if (result !== 'passed' || flaky === undefined) return []
    return flaky.length > 0 ? flaky : [validator]
  })
  if (names.length === 0) return notice
  const line = `flaky: ${shortened([...new Set(names)].join(', '), MAX_LINE)} (failed, then passed on the same files)`
  return withLine(notice, line)
}

/** Adds the weakened tests in a turn without claims: nothing is judged, but the person should know. */
export function withWeakened(
  notice: string | null,
  verdict: TurnVerdict,
  weakened: readonly Weakened[],
): string | null {
  if (notice !== null || verdict !== 'unclaimed' || weakened.length === 0) return notice
  return `Bailiff: tests removed or disabled: ${shortened(nameTests(weakened), MAX_LINE)}.${HOW_TO_ACCEPT}`
}

/** Names the messages that blocks followed once the turn ends: a host may have handed on only the last one. */
export function withHeldBack(notice: string | null, verdict: TurnVerdict, count: number): string | null {
  if (count === 0 || verdict === 'blocked') return notice
  const to = notice?.endsWith('.') ? 'To' : 'to'
  return withLine(notice, `${to} read the answer before the block: bailiff outcome --answer`)
}

/** Adds the other repositories that the turn wrote to. */
export const withOthers = (notice: string | null, others: readonly string[]): string | null =>
  others.length === 0
    ? notice
    : withLine(notice, `changed outside this project, not judged: ${shortened(others.join(', '), MAX_LINE)}.`)

/** Adds the support files of tests that changed. Only the person is told: when the turn ends, or at once if tests are missing. */
export const withSupport = (
  notice: string | null,
  verdict: TurnVerdict,
  files: readonly string[],
  weakened: readonly Weakened[],
): string | null =>
  files.length === 0 || (verdict === 'blocked' && weakened.length === 0)
    ? notice
    : withLine(notice, shortened(saySupport(files), MAX_LINE))

const withLine = (notice: string | null, line: string): string =>
  notice === null ? `Bailiff: ${line}` : `${notice}${notice.endsWith('.') ? '' : ';'} ${line}`

/** The line about a failure of the gate itself. */
export const failureNotice = (code: string, isHeldBack: boolean): string =>
  isHeldBack
    ? `Bailiff: the gate failed, the turn is blocked once [${code}]`
    : `Bailiff: UNSUPERVISED ${code}: the gate failed, nothing was judged. Run: ${WHERE_TO_LOOK[code] ?? 'bailiff doctor'}`

const WHERE_TO_LOOK: { [code: string]: string } = {
  PROJECT_MOVED: 'bailiff policy show',
  POLICY_LOST: 'bailiff policy show',
  EVENT_INCOMPLETE: 'bailiff explain last',
}
