import type { CiCheck, CiResult } from '../../ci/result.ts'
import type { By } from '../../ci/ruling.ts'
import { type ClaimFinding, isBlocking } from '../../claims/finding.ts'
import { defaultHome } from '../../ledger/stores/files/layout.ts'
import { FINE } from '../../session/outcome.ts'
import type { TurnVerdict } from '../../session/state.ts'
import { EXIT, type Exit } from '../command.ts'
import { plural } from '../screens/output.ts'

/** The words that the screen and the summary page share. */

const VERDICTS: { readonly [verdict in TurnVerdict]?: string } = {
  unclaimed: 'nothing here needs evidence',
  earned: 'every claim is earned',
  warned: 'some claims are not earned; warning only',
  open: 'something is left open; not earned',
  red: 'only tests that are new here fail, as announced',
  unsupervised: 'not judged',
}

export function verdictText({ verdict, held, findings, weakened }: CiResult): string {
  if (verdict === 'unsupervised') return `${VERDICTS.unsupervised} [${held[0]?.code ?? 'WORKSPACE_UNKNOWN'}]`
  const known = VERDICTS[verdict]
  if (known !== undefined) return known
  if (held.length > 0) return `held [${held.map(({ code }) => code).join(', ')}]`
  const isOfTests = findings.filter(isBlocking).every(({ code }) => code === 'TESTS_WEAKENED')
  if (isOfTests) return `${plural(weakened.length, 'test')} removed or disabled`
  return 'some claims or changes are not earned'
}

export const exitOf = ({ verdict, held }: CiResult): Exit => {
  if (FINE.includes(verdict)) return EXIT.fine
  return held.some(({ code }) => code === 'NO_POLICY') ? EXIT.refused : EXIT.broken
}

const BY: { readonly [by in By]: string } = {
  hash: 'named by its hash',
  signature: 'signed by the given key',
  approval: 'approved by a person on this machine',
  base: 'as the base has it',
}

export const policyText = ({ policy }: CiResult): string =>
  policy === null ? 'none' : `${BY[policy.by]} (sha256:${policy.sha256.slice(0, 16)}…)`

export const pullRequestText = ({ pullRequest: { commits, changes, head, base, mergeBase } }: CiResult): string =>
  `${plural(commits.length, 'commit')}, ${plural(changes.length, 'file')}: ${head.slice(0, 12)} on ${base.ref} (${mergeBase.slice(0, 12)})`

export const secondsOf = ({ seconds, result }: CiCheck): string => (result === 'refused' ? '–' : `${seconds} s`)

/** The command that shows the record. */
const explainCommand = ({ stream, home }: CiResult): string =>
  `bailiff explain ${stream.replace(/^session\//, '')}${home === defaultHome(process.env) ? '' : ` --home ${home}`}`

/** A step for a person, and the command or hash to copy for it, if there is one. */
type NextStep = { text: string; copy: string | null }

/** The next steps: one for each reason to hold, or the one that the verdict calls for. */
export function nextSteps(result: CiResult): NextStep[] {
  const { held, verdict, weakened } = result
  if (held.length > 0) return held.map(({ next, copy }) => ({ text: next, copy }))
  const copy = explainCommand(result)
  if (FINE.includes(verdict)) return [{ text: 'To see what was checked:', copy }]
  if (verdict === 'open') return [{ text: 'Finish what is left open, then take those words out.', copy: null }]
  if (weakened.length > 0) return [{ text: WEAKENED, copy: null }]
  return [{ text: 'Fix what failed, or take the claim out. For details:', copy }]
}

const WEAKENED =
  'Put the tests back. If they are obsolete, a reviewer can accept that: --accept-weakened, or accept-weakened in the workflow.'

/** The findings that neither a check's own row nor the list of weakened tests shows. */
export const otherFindings = ({ findings, checks, weakened }: CiResult): ClaimFinding[] =>
  findings.filter(({ code, validator }) =>
    code === 'TESTS_WEAKENED'
      ? weakened.length === 0
      : !checks.some((one) => one.validator === validator && one.result !== 'passed'),
  )
