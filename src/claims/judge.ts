import type { ClaimType, Mode, Policy } from '../policy/policy.ts'
import type { Evidence } from './evidence.ts'
import type { Added, Claim, Considered, Reading, StatedGap } from './extract/claim.ts'
import { isCompletion } from './extract/weigh.ts'
import type { ClaimFinding, Judgement, Note } from './finding.ts'
import { isExcused } from './gaps/excused.ts'
import { mustEarn } from './hold/must-earn.ts'
import { nameTests } from './name-tests.ts'
import { isFailedStep, isStrong } from './strong.ts'
import { bindingOf, type Lack, supportFor } from './support.ts'
import { standsOnTests } from './tested.ts'
import { judgeWork } from './work.ts'

/** Has the agent earned its claims? Checks every claim against the evidence and lists everything that is missing. */

export function judgeClaims(reading: Reading, policy: Policy, evidence: Evidence): Judgement {
  const judgement = judgeRead(reading, policy, evidence)
  return reading.added === undefined ? judgement : withAdded(judgement, reading, reading.added, policy, evidence)
}

/** Judges what the rules read. */
function judgeRead(reading: Reading, policy: Policy, evidence: Evidence): Judgement {
  const judgement = judgeWords(reading.claims, modeIn(reading, policy, evidence), reading, policy, evidence)
  // The whole messages of subagents were weighed when they stopped.
  const more = judgeWords(reading.deferred ?? [], ({ type }) => policy.modes[type], reading, policy, evidence)
  judgement.findings.push(...more.findings)
  judgement.notes.push(...more.notes)
  const work = judgeWork(reading, policy, evidence, judgement.findings)
  judgement.findings.push(...work.findings, ...unreadable(reading, policy))
  judgement.notes.push(...work.notes.filter(({ code }) => code !== 'EARNED' || !isEarned(judgement)))
  judgement.notes.push(...gapsIn(reading, evidence))
  return judgement
}

/**
 * Adds what a model read. The judgement without it stands, finding by finding, and a gap that it read excuses no check. So a
 * model, and a message that gives it instructions, can make a verdict stricter, never milder.
 */
function withAdded(
  { findings, notes }: Judgement,
  reading: Reading,
  { by: readBy, claims, gaps }: Added,
  policy: Policy,
  evidence: Evidence,
): Judgement {
  const considered = [...reading.considered, ...claims.map(asConsidered)]
  const all = { ...reading, claims: [...reading.claims, ...claims], considered }
  const [alone, together] = [modeIn(reading, policy, evidence), modeIn(all, policy, evidence)]
  const modeOf = (claim: Claim): Mode => (alone(claim) === 'block' ? 'block' : together(claim))
  const more = judgeWords(claims, modeOf, reading, policy, evidence)
  const fresh = more.findings.filter((one) => !findings.some((other) => isSame(one, other)))
  const left = gapsIn({ ...all, gaps: [...gaps] }, evidence)
  return {
    findings: [...findings, ...fresh.map((one) => ({ ...one, readBy }))],
    notes: [...notes, ...[...more.notes, ...left].map((one) => ({ ...one, readBy }))],
  }
}

/** A model gives no points: its claims count as neither sure nor unsure. */
const asConsidered = ({ type, quote: cue, start, end }: Claim): Considered => ({
  type,
  cue,
  start,
  end,
  outcome: 'claimed',
  confidence: 0,
})

/** True if the other finding is about the same check, or the same claim, and as strict. */
const isSame = (one: ClaimFinding, other: ClaimFinding): boolean =>
  one.validator === other.validator &&
  (one.validator !== null || (one.code === other.code && one.subject === other.subject)) &&
  (other.mode === 'block' || one.mode === 'warn')

function judgeWords(
  claims: readonly Claim[],
  modeOf: (claim: Claim) => Mode,
  reading: Reading,
  policy: Policy,
  evidence: Evidence,
): Judgement {
  const judgement: Judgement = { findings: [], notes: [] }
  const isFree = ({ type, level }: Claim): boolean =>
    level !== 'report' && bindingOf(type, policy, evidence.scope)?.demands.length === 0
  for (const group of grouped(claims.filter((claim) => !isFree(claim))))
    judgeGroup(group, modeOf, reading, policy, evidence, judgement)
  return judgement
}

const isEarned = ({ notes }: Judgement): boolean => notes.some(({ code }) => code === 'EARNED')

/** A stated gap leaves a turn open that claims or did something. An answer to a question leaves nothing open. */
function gapsIn({ gaps, claims }: Reading, { did }: Evidence): Note[] {
  if (claims.length === 0 && !did.acted && !gaps.some(({ form }) => form === 'plain')) return []
  return gaps.map(({ kind, quote }) => ({ code: 'GAP', subject: 'work', gap: kind, quote, seqs: [] }))
}

/** Claims in text that the turn left for others, such as a commit message. */
export type Written = { seq: number; claims: readonly Claim[] }

/** Returns notes on written claims whose required evidence is missing. Such claims never block. */
export function noteWritten(written: readonly Written[], policy: Policy, evidence: Evidence): Note[] {
  return written.flatMap(({ seq, claims }) =>
    grouped(claims).flatMap(([claim]): Note[] => {
      const { type, quote } = claim
      const isAsked = isStrong(claim) && policy.modes[type] !== 'off'
      const support = isAsked ? supportFor(type, policy, evidence) : null
      const isMissing = support?.kind === 'unsupported' && support.first.code !== 'NO_VALIDATOR'
      return isMissing ? [{ code: 'WRITTEN', subject: type, quote, seqs: [seq, ...support.first.seqs] }] : []
    }),
  )
}

type Group = readonly [Claim, ...Claim[]]

/** Groups claims of the same type, level and certainty: they share their evidence, so they are judged once. */
function grouped(claims: readonly Claim[]): Group[] {
  const groups = new Map<string, [Claim, ...Claim[]]>()
  for (const claim of claims) {
    const key = [claim.type, claim.level, claim.hedged, claim.act, isFailedStep(claim)].join(' ')
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [claim])
    else group.push(claim)
  }
  return [...groups.values()]
}

/**
 * The mode of a claim in this turn. Where no file was changed, most words like a claim are recaps, answers and surveys: they
 * block only if the whole message amounts to a claim, and only warn otherwise.
 */
function modeIn(reading: Reading, { modes }: Policy, { did }: Evidence): (claim: Claim) => Mode {
  const isHeld = did.changed || did.worked || mustEarn(reading, { changed: false }).hold
  return (claim) => {
    const mode = modes[claim.type]
    const mayBlock = !isCompletion(claim.type) || (isHeld && (did.worked || !claim.unsure))
    return mode === 'block' && !mayBlock ? 'warn' : mode
  }
}

function judgeGroup(
  [claim]: Group,
  modeOf: (claim: Claim) => Mode,
  { gaps }: Reading,
  policy: Policy,
  evidence: Evidence,
  { findings, notes }: Judgement,
): void {
  const mode = modeOf(claim)
  if (mode === 'off') return
  const note = (code: Note['code'], seqs: number[] = []): number =>
    notes.push({ code, subject: claim.type, quote: claim.quote, seqs })
  const free = freedBy(claim, evidence)
  if (free !== null) note(free)
  else if (claim.level === 'report') findings.push(...reportNeedsChange(claim, mode, evidence))
  else {
    const support = supportFor(claim.type, policy, evidence)
    const idle = workNeedsAct(claim, mode, evidence, support.kind === 'supported')
    findings.push(...idle)
    const weakened = weakenedTests(claim, mode, policy, evidence)
    const missing = support.kind === 'supported' ? [] : [support.first, ...support.more]
    // "Failing: adds, all others pass" is limited by its own line, whatever it claims.
    const limited = gaps.some((gap) => isInLine(claim, gap)) ? 'done' : claim.type
    const against = [
      ...weakened,
      ...missing
        // A check that only misses tests has been told already.
        .filter(({ detail }) => weakened.length === 0 || !detail.startsWith('TESTS_WEAKENED:'))
        .map((lack) => findingOf(claim, isExcused(limited, lack, gaps, policy, evidence) ? 'warn' : mode, lack)),
    ]
    if (support.kind === 'supported' && idle.length + against.length === 0) note('EARNED', support.seqs)
    findings.push(...against)
  }
}

const isInLine = ({ start, end }: Claim, gap: StatedGap): boolean =>
  gap.form === 'plain' && gap.start <= start && end <= gap.end

/** The reason why a claim needs no evidence; null if it does. */
function freedBy(
  claim: Claim,
  { waived, did, past }: Evidence,
): 'HEDGED' | 'FAILURE_STATED' | 'SEEN' | 'WAIVED' | null {
  if (claim.hedged) return 'HEDGED'
  if (isFailedStep(claim)) return 'FAILURE_STATED'
  if (claim.act !== undefined && (did.made(claim.act) || past().made(claim.act))) return 'SEEN'
  return waived.includes(claim.type) ? 'WAIVED' : null
}

const findingOf = (
  { type: subject, quote }: Claim,
  mode: Exclude<Mode, 'off'>,
  { code, validator, detail, seqs }: Lack,
): ClaimFinding => ({ code, subject, mode, quote, validator, detail, seqs })

/** Claims that say that work was finished, which takes an act. */
const WORK: readonly ClaimType[] = ['done', 'fixed']

/** Returns a finding if the agent says that work is finished, but nothing was done since it was asked for. */
function workNeedsAct(
  { type: subject, quote }: Claim,
  mode: Exclude<Mode, 'off'>,
  { did, past, policy }: Evidence,
  isSupported: boolean,
): ClaimFinding[] {
  // Without a policy of the project nothing is asked for.
  if (policy === null || !WORK.includes(subject)) return []
  const isUndone = isSupported && subject === 'fixed' && did.undone
  if (!isUndone && (did.acted || did.deployed || past().acted)) return []
  // To run the tests may be all that was asked for, and a call that nobody reported may have changed files.
  const isSure = isUndone || !did.ran
  return [{ code: 'NOTHING_DONE', subject, mode: isSure ? mode : 'warn', quote, validator: null, detail: '', seqs: [] }]
}

/** Returns a finding if the claim stands on tests and some of them were removed or disabled. */
function weakenedTests(
  { type: subject, quote }: Claim,
  mode: Exclude<Mode, 'off'>,
  policy: Policy,
  { weakened, scope }: Evidence,
): ClaimFinding[] {
  if (weakened.length === 0 || !standsOnTests(subject, policy, scope)) return []
  const detail = `${nameTests(weakened)}.`
  return [{ code: 'TESTS_WEAKENED', subject, mode, quote, validator: null, detail, seqs: [] }]
}

/** Returns a finding if the agent reports work, but did nothing but read in this session. */
function reportNeedsChange(claim: Claim, mode: Exclude<Mode, 'off'>, { did, past }: Evidence): ClaimFinding[] {
  const { type: subject, quote } = claim
  if (did.acted || did.deployed || (did.ran && SAYS_RUN.test(quote)) || past().changed) return []
  return [{ code: 'NO_CHANGE', subject, mode, quote, validator: null, detail: '', seqs: [] }]
}

/** "I ran the tests" reports a run, not a change. */
const SAYS_RUN = /\b(?:re-?)?(?:ran|executed)\b/i

/** Returns the finding for an unreadable message. It may contain any claim, so it blocks if any claim can block. */
function unreadable({ finding }: Reading, { modes }: Policy): ClaimFinding[] {
  if (finding === null) return []
  const mode = Object.values(modes).includes('block') ? 'block' : 'warn'
  const { code, message: detail } = finding
  return [{ code, subject: 'message', mode, quote: null, validator: null, detail, seqs: [] }]
}
