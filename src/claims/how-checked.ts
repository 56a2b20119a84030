import { CLAIM_TYPES, type ClaimType } from '../policy/policy.ts'
import { GAPS_ARE_FREE } from './messages.ts'

const SAYS: { readonly [type in Exclude<ClaimType, 'work'>]: string } = {
  done: 'that work is done',
  fixed: 'that something is fixed',
  shipped: 'that work is shipped',
  tests_pass: 'that tests pass',
  verified: 'that something was verified',
  blocked: 'that the work is blocked',
  delegation: 'that work is left to someone else',
}

/** Renders a notice for agents: which claims are checked, how, and what needs no proof. */
export function howChecked(types: readonly ClaimType[]): string {
  const said = types.filter((type) => type !== 'work').map((type) => SAYS[type])
  const work = types.includes('work') ? ' So are changed files, even if nothing is said about them.' : ''
  return `Claims in a final message are checked against evidence: ${said.join(', ')}.${work} "bailiff validate <claim>" runs the approved check for a claim: ${types.join(', ')}. ${GAPS_ARE_FREE}`
}

/** The notice for places where no policy is known yet. */
export const HOW_CHECKED = howChecked(CLAIM_TYPES)
