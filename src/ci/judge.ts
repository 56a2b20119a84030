import { type ClaimFinding, isBlocking, type Judgement } from '../claims/finding.ts'
import { nameTests } from '../claims/name-tests.ts'
import { isStrong } from '../claims/strong.ts'
import type { Weakened } from '../claims/weakened.ts'
import type { Policy } from '../policy/policy.ts'
import type { TurnVerdict } from '../session/state.ts'
import type { Gathered } from '../supervisor/stop/gathered.ts'
import { type JudgedMessage, judgeTurn, type Situation } from '../supervisor/stop/judging.ts'
import { verdictOf } from '../supervisor/stop/turn-verdict.ts'
import type { CiClaim } from './result.ts'
import type { Held } from './ruling.ts'
import type { Said, SaidClaim } from './texts.ts'

/** Judges a pull request by the rules of the stop gate, once its checks have run. */

export type Judged = JudgedMessage & { claims: CiClaim[] }

export function judgePullRequest(
  said: Said,
  situation: Situation,
  gathered: Gathered | null,
  { weakened, held }: { weakened: readonly Weakened[]; held: readonly Held[] },
): Judged {
  const past = () => ({ changed: true, acted: true, unproven: true, made: (act: string) => act === 'commit' })
  const { findings, notes } = judgeTurn(said.reading, situation, gathered, { weakened, past })
  const judgement = { findings: [...findings, ...removed(weakened, situation.policy, findings)], notes }
  const spent = { blocks: 0, budget: 1, wasOnce: false, mayWait: false, isKnown: false }
  const verdict: TurnVerdict = held.length > 0 ? 'blocked' : verdictOf(judgement, spent)
  return { verdict, judgement, spent, claims: said.claims.map((one) => claimOf(one, judgement)) }
}

/**
 * Weakened tests stand against a pull request whatever it says: unlike an agent's turn, it has a reviewer who can accept
 * them.
 */
function removed(weakened: readonly Weakened[], { modes }: Policy, said: readonly ClaimFinding[]): ClaimFinding[] {
  const isSaid = said.some(({ code, mode }) => code === 'TESTS_WEAKENED' && mode === 'block')
  if (weakened.length === 0 || isSaid || modes.work === 'off') return []
  const detail = `${nameTests(weakened)}.`
  return [{ code: 'TESTS_WEAKENED', subject: 'work', mode: modes.work, quote: null, validator: null, detail, seqs: [] }]
}

const claimOf = ({ claim, commit }: SaidClaim, judgement: Judgement): CiClaim => ({
  type: claim.type,
  quote: claim.quote,
  commit,
  state: claim.hedged ? 'hedged' : isStrong(claim) ? stateOf(claim.type, judgement) : 'needs no evidence',
})

function stateOf(type: string, { findings, notes }: Judgement): CiClaim['state'] {
  const against = findings.filter(({ subject }) => subject === type)
  if (against.some(isBlocking)) return 'not earned'
  if (against.length > 0) return 'warning'
  return notes.some(({ code, subject }) => code === 'EARNED' && subject === type) ? 'earned' : 'needs no evidence'
}

/**
 * The policy as a pull request can meet it: checks always run, and a check that must have failed before only has to pass,
 * because nobody saw that.
 */
export function inCi(policy: Policy): Policy {
  const ofRed = (validator: string): string => {
    const found = policy.validators[validator]
    return found?.kind === 'red_green' ? found.of : validator
  }
  const bindings = policy.bindings.map((binding) => ({
    ...binding,
    demands: binding.demands.map((demand) => ({ ...demand, validator: ofRed(demand.validator) })),
  }))
  return { ...policy, bindings, onStop: 'run' }
}
