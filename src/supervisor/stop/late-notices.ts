import type { JudgedFinding, RecordedJudgement } from '../../session/state.ts'
import { reasons } from './reasons.ts'

/** Lines for the person about checks that ended after their turn. */

/** The line about a verdict that came late; null if the next stop is judged anyway. */
export function lateNotice(judgement: RecordedJudgement, session: string): string | null {
  const { verdict, findings, failed, detail } = judgement
  switch (verdict) {
    case 'earned':
      return 'Bailiff: earned: the checks of the last turn have passed.'
    case 'failed':
      return `Bailiff: FAILED after the turn ended, not earned. ${told(findings)} ${more(session)}`
    case 'open':
      return `Bailiff: open, not earned. ${told(findings)} ${more(session)}`
    case 'warned':
      return `Bailiff: not earned. ${told(findings)}`
    case 'unsupervised':
      return `Bailiff: UNSUPERVISED${failed === null ? '' : ` ${failed}`}: ${detail ?? told(findings)} ${more(session)}`
    case 'unclaimed':
    case 'blocked':
    case 'capped':
    case 'waiting':
    case 'checking':
    case 'superseded':
    case 'red':
    case 'asking':
    case 'deferred':
      return null
  }
}

/** The line about a check whose process is gone. */
export const interruptedNotice = ({ checking }: RecordedJudgement, session: string): string =>
  `Bailiff: UNSUPERVISED CHECK_INTERRUPTED: ${checksIn(checking?.checks ?? [])} never ended; not earned. ${more(session)}`

const checksIn = (names: readonly string[]): string =>
  names.length === 0 ? 'the check' : names.map((name) => `"${name}"`).join(', ')

const told = (findings: readonly JudgedFinding[]): string => reasons(findings, 'left out')

const more = (session: string): string => `Run: bailiff explain ${session}`
