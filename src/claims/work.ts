import type { Mode, Policy } from '../policy/policy.ts'
import type { Evidence } from './evidence.ts'
import type { Claim, Reading, StatedGap } from './extract/claim.ts'
import type { ClaimFinding, Judgement, Note } from './finding.ts'
import { isCovered, isExcused } from './gaps/excused.ts'
import { tellsOfLost } from './gaps/lost.ts'
import { handsBack } from './hands-back.ts'
import { nameTests } from './name-tests.ts'
import { isStrong } from './strong.ts'
import { bindingOf, type Lack, supportFor } from './support.ts'
import { standsOnTests } from './tested.ts'
import type { SeenValidation } from './turn.ts'

/** Work is a claim: a turn that changed files is judged by its checks, whatever its message says, if it says anything. */

/** True if the turn changed files, and the policy wants that checked. */
export function isWorkToEarn(
  policy: Policy,
  { did, scope, waived }: Pick<Evidence, 'did' | 'scope' | 'waived'>,
): boolean {
  if (policy.modes.work === 'off' || isWaived(waived)) return false
  // Asked last: it reads the commands of all calls.
  return (bindingOf('work', policy, scope)?.demands.length ?? 0) > 0 && did.worked
}

/** Who waives "done" accepts the work as it is. */
const isWaived = (waived: Evidence['waived']): boolean => waived.includes('work') || waived.includes('done')

/** Judges the work of a turn. `said` are the findings about its words: a check is told only once. */
export function judgeWork(
  reading: Reading,
  policy: Policy,
  evidence: Evidence,
  said: readonly ClaimFinding[],
): Judgement {
  const mode = policy.modes.work
  if (mode === 'off' || !isWorkToEarn(policy, evidence)) return { findings: [], notes: [] }
  const { gaps, claims } = reading
  if (handsBack(reading)) return { findings: [], notes: [{ code: 'ASKED', subject: 'work', quote: '', seqs: [] }] }
  const support = supportFor('work', policy, { ...evidence, validations: evidence.validations.map(asNoWorse) })
  const lacks = support.kind === 'supported' ? [] : [support.first, ...support.more]
  const announces = (gap: StatedGap, lack: Lack): boolean => isPlain(gap) && isCovered(lack, gap, policy, evidence)
  const isAnnounced = (lack: Lack): boolean => gaps.some((gap) => announces(gap, lack)) && isOfNewTests(lack, evidence)
  // Any other gap is for the person to see: then the turn is open.
  const isRed =
    lacks.length > 0 &&
    lacks.every(isAnnounced) &&
    gaps.every((gap) => lacks.some((lack) => announces(gap, lack))) &&
    !claims.some(contradicts)
  const modeOf = (lack: Lack): Exclude<Mode, 'off'> => (isExcused('work', lack, gaps, policy, evidence) ? 'warn' : mode)
  const findings = lacks
    // The tests that this turn lost are told below. Those of earlier turns stand against claims only.
    .filter(({ detail }) => !detail.startsWith('TESTS_WEAKENED:'))
    .map((lack) => unproven(lack, modeOf(lack)))
    .concat(lostTests(gaps, policy, evidence, mode))
    .filter((one) => !said.some((other) => isSame(one, other)))
  const seqs = support.kind === 'supported' ? support.seqs : []
  return { findings, notes: notesOn(findings, isRed, seqs, evidence) }
}

function notesOn(
  findings: readonly ClaimFinding[],
  isRed: boolean,
  seqs: number[],
  { validations, weakened }: Evidence,
): Note[] {
  const note = (code: Note['code']): Note[] => [{ code, subject: 'work', quote: '', seqs }]
  if (isRed) return note('RED')
  if (findings.length > 0 || seqs.length === 0 || weakened.length > 0) return []
  return note(validations.some((one) => seqs.includes(one.seq) && one.result === 'failed') ? 'NO_WORSE' : 'EARNED')
}

/** Returns a finding if the turn removed or disabled tests that the work stands on, with or without a word about it. */
function lostTests(
  gaps: readonly StatedGap[],
  policy: Policy,
  { lost = [], scope }: Evidence,
  mode: Exclude<Mode, 'off'>,
): ClaimFinding[] {
  if (lost.length === 0 || !standsOnTests('work', policy, scope)) return []
  const isStated = gaps.some((gap) => tellsOfLost(gap, lost))
  const detail = `${nameTests(lost)}.`
  const how = isStated ? 'warn' : mode
  return [{ code: 'TESTS_WEAKENED', subject: 'work', mode: how, quote: null, validator: null, detail, seqs: [] }]
}

/** Counts a failure that was there when the turn began as a pass: nobody said that it is gone. */
const asNoWorse = (one: SeenValidation): SeenValidation =>
  one.result === 'failed' && one.worse?.length === 0 ? { ...one, result: 'passed', grade: 'executed' } : one

const unproven = ({ code, validator, detail, seqs }: Lack, mode: Exclude<Mode, 'off'>): ClaimFinding => ({
  code:
    code === 'CHECKING' || code === 'WORKSPACE_UNKNOWN' || code === 'VALIDATION_UNFINISHED' ? code : 'WORK_UNPROVEN',
  subject: 'work',
  mode,
  quote: null,
  validator,
  detail: detail === '' ? `${code}:` : detail,
  seqs,
})

/** True if a finding about words says the same, and as strictly. */
const isSame = (one: ClaimFinding, other: ClaimFinding): boolean =>
  one.validator === other.validator &&
  (one.code === 'TESTS_WEAKENED') === (other.code === 'TESTS_WEAKENED') &&
  (other.mode === 'block' || one.mode === 'warn')

const isPlain = ({ kind, form }: StatedGap): boolean => kind === 'failing' && form === 'plain'

/** True for a claim that no failing test goes with, new or not. */
const contradicts = (claim: Claim): boolean => isStrong(claim) && claim.type !== 'done'

/** True if only tests that are new in this turn fail: work that begins with a test. */
function isOfNewTests({ code, seqs }: Lack, { validations }: Evidence): boolean {
  const runs = validations.filter(({ seq }) => seqs.includes(seq))
  return code === 'FAILED' && runs.length > 0 && runs.every(({ failures, added }) => isAllNew(failures, added))
}

const isAllNew = (failures: readonly string[] | null, added: readonly string[] = []): boolean =>
  failures !== null && failures.length > 0 && failures.every((name) => added.includes(name))
