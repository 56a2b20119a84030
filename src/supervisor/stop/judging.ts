import type { Evidence } from '../../claims/evidence.ts'
import type { Claim, Reading } from '../../claims/extract/claim.ts'
import { extractClaims } from '../../claims/extract/extract.ts'
import { isBlocking, type Judgement } from '../../claims/finding.ts'
import { handsBack } from '../../claims/hands-back.ts'
import { judgeClaims, noteWritten, type Written } from '../../claims/judge.ts'
import { isStrong } from '../../claims/strong.ts'
import { bindingOf } from '../../claims/support.ts'
import type { TurnRecord } from '../../claims/turn.ts'
import { didOf, scopeOf } from '../../claims/turn-effects.ts'
import type { Weakened } from '../../claims/weakened.ts'
import { isWorkToEarn } from '../../claims/work.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { CLAIM_TYPES, type ClaimType, type Policy } from '../../policy/policy.ts'
import type { RecordedJudgement, Session, Step, TurnVerdict } from '../../session/state.ts'
import type { Beside } from './beside.ts'
import type { BlockCount } from './blocks.ts'
import type { Gathered } from './gathered.ts'
import { isOwnFault, type Spent, verdictOf } from './turn-verdict.ts'

/** The facts by which a final message is judged, apart from its text. */
export type Situation = {
  /** The session from its last prompt on. */
  session: Session
  turn: TurnRecord
  /** The project's folder. */
  root: string
  policy: Policy
  /** The policy's hash; null for the built-in policy. */
  source: string | null
}

/** All claims: those that the rules read, those that a model added, and those of subagents. */
export const claimsIn = ({ claims, added, deferred = [] }: Reading): readonly Claim[] => [
  ...claims,
  ...(added?.claims ?? []),
  ...deferred,
]

/** The claims that need evidence and have a validator bound to them. */
export function claimsToEarn(reading: Reading, { policy, turn, session }: Situation): ClaimType[] {
  const waived = waivedIn(session)
  const scope = scopeOf(turn, policy)
  const did = didOf(turn)
  const isSeen = ({ act }: Claim): boolean => act !== undefined && did.made(act)
  const said = claimsIn(reading).filter(
    (claim) => isStrong(claim) && !isSeen(claim) && policy.modes[claim.type] !== 'off',
  )
  const isSaid = (type: ClaimType): boolean =>
    said.some((claim) => claim.type === type) &&
    !waived.includes(type) &&
    (bindingOf(type, policy, scope)?.demands.length ?? 0) > 0
  const isWork = (): boolean => !handsBack(reading) && isWorkToEarn(policy, { did, scope, waived })
  return CLAIM_TYPES.filter((type) => (type === 'work' ? isWork() : isSaid(type)))
}

/** Judges the claims in a message in each folder that evidence was gathered for. What is missing in one is missing. */
export function judgeEach(
  reading: Reading,
  situation: Situation,
  gatherings: readonly Gathered[],
  before: Pick<Evidence, 'weakened' | 'lost' | 'past'>,
): Judgement {
  if (gatherings.length < 2) return judgeTurn(reading, situation, gatherings[0] ?? null, before)
  const all = gatherings.map((gathered) => judgeTurn(reading, situation, gathered, before))
  const findings = unique(all.flatMap((one) => one.findings))
  const isMissing = (subject: string): boolean => findings.some((one) => one.subject === subject && isBlocking(one))
  const notes = unique(all.flatMap((one) => one.notes))
  return { findings, notes: notes.filter(({ code, subject }) => code !== 'EARNED' || !isMissing(subject)) }
}

const unique = <One>(all: readonly One[]): One[] => [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]

/** Judges the claims in a message by the gathered evidence. */
export function judgeTurn(
  reading: Reading,
  situation: Situation,
  gathered: Gathered | null,
  before: Pick<Evidence, 'weakened' | 'lost' | 'past'>,
): Judgement {
  const { session, turn, policy, source } = situation
  const written = writtenIn(turn)
  const evidence: Evidence = {
    validations: turn.validations,
    fingerprint: gathered?.fingerprint ?? null,
    head: gathered?.head ?? null,
    policy: source,
    waived: waivedIn(session),
    running: gathered?.checking?.checks ?? [],
    scope: scopeOf(turn, policy),
    did: didOf(turn),
    ...before,
  }
  const judgement = judgeClaims(reading, policy, evidence)
  return { ...judgement, notes: [...judgement.notes, ...noteWritten(written, policy, evidence)] }
}

const MAX_WRITTEN = 10
const MAX_WRITTEN_CHARS = 10_000

const writtenIn = ({ calls }: TurnRecord): Written[] =>
  calls
    .flatMap(({ seq, messages }) => messages.map((text) => ({ seq, text })))
    .slice(-MAX_WRITTEN)
    .map(({ seq, text }) => ({ seq, claims: extractClaims(text.slice(0, MAX_WRITTEN_CHARS)).claims }))

const lastSteps = (session: Session): readonly Step[] => session.turns.at(-1)?.steps ?? session.before

const waivedIn = (session: Session): ClaimType[] => {
  const waived = lastSteps(session).flatMap((step) => (step.kind === 'waiver' ? [step.claim] : []))
  return CLAIM_TYPES.filter((type) => waived.includes(type))
}

/** The circumstances of a stop besides its message: running tasks, weakened tests, and the blocks counted outside the ledger. */
export type Around = { beside: Beside; weakened: readonly Weakened[]; count: Pick<BlockCount, 'blocks'> }

/** Counts the turn's blocks so far, and what they were for. */
export function spentIn(session: Session, budget: number, { beside, weakened, count }: Around): Spent {
  const steps = lastSteps(session)
  const judgements = steps.filter((step) => step.kind === 'judgement')
  const hasWaited = judgements.some(({ verdict }) => verdict === 'waiting')
  const held = judgements.filter(({ verdict }) => verdict === 'blocked')
  const wasOnce = held.some(({ findings }) => isOwnFault(findings.filter(isBlocking)))
  const known = new Set(held.filter(isHeldForTests).flatMap((one) => one.weakened.map(({ test }) => test)))
  const blocks = Math.max(count.blocks, steps.filter(({ kind }) => kind === 'block').length)
  return {
    blocks,
    budget,
    wasOnce,
    mayWait: beside.fresh.length > 0 && !hasWaited,
    isKnown: weakened.every(({ test }) => known.has(test)),
    ...(beside.hasAgent && { hasAgent: true as const }),
  }
}

const isHeldForTests = ({ findings }: RecordedJudgement): boolean =>
  findings.some((one) => one.code === 'TESTS_WEAKENED' && isBlocking(one))

/** A judgement and its verdict. */
export type JudgedMessage = { verdict: TurnVerdict; judgement: Judgement; spent: Spent }

export const judged = (judgement: Judgement, spent: Spent): JudgedMessage => ({
  verdict: verdictOf(judgement, spent),
  judgement,
  spent,
})

const MAX_CLAIMS = 100
const MAX_QUOTE = 300

/** The body of the entry that records how a final message was judged. */
export function judgedBody(
  { verdict, judgement, spent }: JudgedMessage,
  reading: Reading,
  { source }: Situation,
  gathered: Gathered | null,
  { beside, weakened }: Pick<Around, 'beside' | 'weakened'>,
): JsonObject & { verdict: TurnVerdict } {
  const { findings, notes } = judgement
  const waited = [...beside.waitedFor, ...(verdict === 'waiting' ? beside.fresh : [])]
  return {
    verdict,
    claims: claimsIn(reading)
      .slice(0, MAX_CLAIMS)
      .map((claim) => claimBody(claim, reading.added)),
    findings: findings.map((one) => ({ ...one, quote: one.quote === null ? null : short(one.quote) })),
    notes: notes.map((one) => ({ ...one, quote: short(one.quote) })),
    blocks: spent.blocks + (verdict === 'blocked' ? 1 : 0),
    budget: spent.budget,
    policy: source,
    fingerprint: gathered?.fingerprint ?? null,
    head: gathered?.head ?? null,
    ...(gathered?.said && { said: gathered.said }),
    ...(waited.length > 0 && { waitedFor: waited }),
    ...(weakened.length > 0 && { weakened: within(weakened) }),
    ...(verdict === 'checking' && gathered?.checking && { checking: gathered.checking }),
  }
}

const claimBody = (claim: Claim, added: Reading['added']): JsonObject => ({
  type: claim.type,
  ...(claim.level !== undefined && { level: claim.level }),
  hedged: claim.hedged,
  quote: short(claim.quote),
  ...(added?.claims.includes(claim) && { readBy: added.by }),
})

const MAX_WEAKENED_CHARS = 200_000

/** As many tests as an entry has room for, by their whole names: a person accepts them by name. */
function within(weakened: readonly Weakened[]): Weakened[] {
  let left = MAX_WEAKENED_CHARS
  return weakened.filter(({ test }) => {
    left -= test.length
    return left >= 0
  })
}

const short = (text: string): string => [...text].slice(0, MAX_QUOTE).join('')
