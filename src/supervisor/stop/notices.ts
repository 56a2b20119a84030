import { type ClaimFinding, isBlocking } from '../../claims/judge.ts'
import { isOfValidator, isTold, nameOf, shortened } from '../../claims/messages.ts'
import type { JudgedMessage } from './judging.ts'

/** Lines for the person, one for each turn in which something is not as the agent says. */

/** What a person is told of a judgement; null where there is nothing to say. */
export function noticeOf({ verdict, judgement, spent }: JudgedMessage, session: string): string | null {
  const { findings } = judgement
  switch (verdict) {
    case 'unclaimed':
    case 'earned':
      return null
    case 'waiting':
      return tell('not earned while tasks run in the background', findings.filter(isBlocking), session)
    case 'warned':
      // Where no validator is bound, nothing could have been earned: that is for the report, not for every turn.
      return tell(
        'not earned',
        findings.filter(({ code }) => !QUIET.includes(code)),
      )
    case 'blocked':
      return tell(`held back (${spent.blocks + 1} of ${spent.budget})`, findings.filter(isBlocking))
    case 'capped':
      return tell(
        `let go UNEARNED, held back ${spent.blocks === 1 ? 'once' : `${spent.blocks} times`}`,
        findings.filter(isBlocking),
        session,
      )
    case 'unsupervised':
      return tell('UNSUPERVISED', findings.filter(isBlocking), session)
  }
}

const QUIET: readonly ClaimFinding['code'][] = ['NO_VALIDATOR', 'STATUS_UNCLEAR', 'NO_CHANGE']

const MAX_LINE = 400

function tell(what: string, findings: readonly ClaimFinding[], session?: string): string | null {
  if (findings.length === 0) return null
  const claims = new Map<string, Set<string>>()
  for (const finding of findings) {
    const why = reasonOf(finding)
    claims.set(why, (claims.get(why) ?? new Set()).add(nameOf(finding.subject)))
  }
  const list = [...claims].map(([why, names]) => `${[...names].join(', ')}: ${why}`).join('; ')
  const more = session === undefined ? '' : ` Run: bailiff explain ${session} last`
  return `Bailiff: ${what}: ${shortened(list, MAX_LINE)}.${more}`
}

/** Which check said what, as far as one did. */
function reasonOf({ code, validator, detail }: ClaimFinding): string {
  const by = validator === null || !isOfValidator(code) ? '' : `"${validator}" `
  return `${by}${isTold(code) ? detail.trim().replace(/\.$/, '') || code : code}`
}

/** The gate itself failed. */
export const failureNotice = (code: string, isHeldBack: boolean): string =>
  isHeldBack
    ? `Bailiff: the gate failed, the turn is held back once [${code}]`
    : `Bailiff: UNSUPERVISED ${code}: the gate failed, nothing was judged. Run: ${WHERE_TO_LOOK[code] ?? 'bailiff doctor'}`

const WHERE_TO_LOOK: { [code: string]: string } = {
  PROJECT_MOVED: 'bailiff policy show',
  POLICY_LOST: 'bailiff policy show',
}
