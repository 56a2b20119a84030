import type { Reading } from '../claims/extract/claim.ts'
import { extractClaims } from '../claims/extract/extract.ts'
import { renderReason } from '../claims/messages.ts'
import type { TurnRecord } from '../claims/turn.ts'
import { sha256 } from '../ledger/digest.ts'
import { type Entry, isObject } from '../ledger/kinds.ts'
import { builtInPolicy } from '../policy/built-in.ts'
import type { ClaimType } from '../policy/policy.ts'
import type { ActivePolicy } from '../policy/ruling.ts'
import { type Fact, fact, ruledBefore } from '../session/facts.ts'
import { sessionOf } from '../session/fold.ts'
import { EntriesMissing, openingOf, sinceLastPrompt } from '../session/recent.ts'
import { type RulingFound, ruledWhereBegun, rulingFor } from './active-policy.ts'
import { type Answer, GO_ON, Unrecorded } from './answer.ts'
import type { HostEvent, Stop } from './event.ts'
import type { CountingWorld } from './guard.ts'
import { record } from './record/record.ts'
import { recordStop } from './record/stop.ts'
import type { BlockCount } from './stop/blocks.ts'
import { departureFrom } from './stop/departure.ts'
import type { Gathered } from './stop/gathered.ts'
import {
  claimsToEarn,
  type Ground,
  type JudgedMessage,
  judged,
  judgedBody,
  judgeTurn,
  spentIn,
} from './stop/judging.ts'
import { failureNotice, noticeOf } from './stop/notices.ts'
import { turnOf } from './stop/turn.ts'

/** Judges the end of a turn: compares the agent's claims with the evidence and blocks unearned ones. */

export type GateWorld = CountingWorld & {
  /** Fingerprints the workspace and runs the validators without a pass on it. Throws a `GateError` if that fails. */
  gather(asked: AskedEvidence): Promise<Gathered>
}

/** The claims that need evidence, and the time limit; `ruling` is the policy that judges them. */
export type AskedEvidence = {
  stream: string
  claims: ClaimType[]
  seconds: number
  ruling: ActivePolicy
  turn: TurnRecord
}

/** Thrown if the gate itself fails. */
export class GateError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Thrown if the session is no longer, or possibly no longer, under its earlier policy. */
class Departed extends GateError {}

export async function stopGate(world: GateWorld, event: HostEvent, stop: Stop): Promise<Answer> {
  try {
    recordStop(world, event, stop, 'judged')
    return await judge(world, event, stop)
  } catch (error) {
    if (error instanceof Unrecorded) throw error
    return failed(world, event, error)
  }
}

async function judge(world: GateWorld, event: HostEvent, stop: Stop): Promise<Answer> {
  const reading = readMessage(world, event, stop)
  const found = foundFor(world, event)
  holdTo(found, openingEntries(world, event))
  const entries = turnEntries(world, event)
  holdTo(found, entries)
  const ruling = found.kind === 'ruled' ? found.ruling : null
  const before = groundOf(world, event, ruling, entries)
  const claims = claimsToEarn(reading, before)
  const isNeeded = claims.length > 0 && ruling !== null
  const gathered = isNeeded ? await gather(world, event, claims, { ruling, turn: before.turn }) : null
  // Gathering recorded new validator results.
  const ground = gathered === null ? before : groundOf(world, event, ruling, turnEntries(world, event))
  const { stream } = event
  const counted = world.blocks.read(stream).blocks
  const spent = spentIn(ground.session, ground.policy.blockBudget, counted, runningBeside(event, stop))
  return act(world, event, { reading, ground, gathered, found, ...judged(judgeTurn(reading, ground, gathered), spent) })
}

/** Hosts start a hook with a time limit; the answer must come well within it. */
const HOST_SECONDS = 170

function gather(
  world: GateWorld,
  event: HostEvent,
  claims: ClaimType[],
  known: { ruling: ActivePolicy; turn: TurnRecord },
): Promise<Gathered> {
  const seconds = Math.min(known.ruling.policy.onStopSeconds, HOST_SECONDS)
  return world.gather({ stream: event.stream, claims, seconds, ...known })
}

/** A transcript longer than this contains text. */
const CLEARLY_TEXT_BYTES = 50 << 10

function readMessage({ transcripts }: GateWorld, { transcript }: HostEvent, { message }: Stop): Reading {
  const reading = extractClaims(message ?? '')
  const isEmpty = (message ?? '').trim() === ''
  if (!isEmpty || transcript === null || (transcripts.sizeBytes(transcript) ?? 0) <= CLEARLY_TEXT_BYTES) return reading
  return { ...reading, finding: { code: 'NOTHING_READ', message: 'The host gave no final message.' } }
}

/** The number of running background tasks, without the subagent that is stopping. */
const runningBeside = ({ agent }: HostEvent, { background }: Stop): number =>
  background.filter((task) => !isObject(task) || task['id'] !== agent?.id).length

function groundOf(world: GateWorld, event: HostEvent, ruling: ActivePolicy | null, entries: readonly Entry[]): Ground {
  const session = sessionOf(entries)
  const root = ruling?.project ?? event.cwd ?? '/'
  const reader = { root, actOf: world.guard.actOf, endOf: () => '' }
  const turn = turnOf({ ...session, cwd: session.cwd ?? event.cwd }, reader)
  return { session, turn, root, policy: ruling?.policy ?? builtInPolicy(), source: ruling?.source ?? null }
}

/** Finds the active policy. Throws if it is unreadable or was tampered with, so that neither lets everything pass. */
function foundFor(world: GateWorld, event: HostEvent): RulingFound {
  const found = rulingFor(world, event)
  if (found.kind === 'unreadable') throw new GateError('POLICY_UNREADABLE', 'The active policy could not be read.')
  const { finding, notice } = found.kind === 'ruled' ? found.ruling : { finding: null, notice: null }
  if (finding !== null) throw new GateError(finding, notice ?? 'The approved policy was tampered with.')
  return found
}

/** Throws if entries name a policy as active that no longer is. */
function holdTo(found: RulingFound, entries: readonly Entry[]): void {
  if (found.kind !== 'ruled') return
  for (const before of ruledBefore(entries)) {
    const departure = departureFrom(before, found.began)
    if (departure !== null) throw new Departed(departure.code, departure.detail)
  }
}

/** The first entries of the session; for a subagent, those of its lead. */
function openingEntries({ recorder }: GateWorld, { lead }: HostEvent): Entry[] {
  const opening = openingOf(recorder.oldest(lead))
  if (opening.some(({ seq }, i) => seq !== i + 1))
    throw new Departed('LEDGER_BROKEN', 'Entries are missing at the start of the session.')
  return opening
}

function turnEntries({ recorder }: GateWorld, { stream }: HostEvent): Entry[] {
  try {
    return sinceLastPrompt(recorder.recent(stream))
  } catch (error) {
    throw error instanceof EntriesMissing ? new GateError('LEDGER_BROKEN', error.message) : error
  }
}

type JudgedTurn = JudgedMessage & { reading: Reading; ground: Ground; gathered: Gathered | null; found: RulingFound }

/** Records the judgement, and blocks the turn or lets it go. */
function act(world: GateWorld, event: HostEvent, outcome: JudgedTurn): Answer {
  const { judgement, reading, ground, gathered, spent } = outcome
  const { stream } = event
  const reason = renderReason(judgement.findings)
  const count = world.blocks.read(stream)
  const isCounted =
    outcome.verdict === 'blocked' &&
    world.blocks.keep(stream, { ...count, blocks: spent.blocks + 1, reason: sha256(reason) })
  const verdict = outcome.verdict === 'blocked' && !isCounted ? 'unsupervised' : outcome.verdict
  const final: JudgedMessage = { verdict, judgement, spent }
  const notice = noticeOf(final, event.session)
  const answer: Answer = verdict === 'blocked' ? { kind: 'block', reason } : GO_ON
  const body = { ...judgedBody(final, reading, ground, gathered), ...ruledWhereBegun(outcome.found) }
  const facts: Fact[] = [fact('stop.judged', body), ...(verdict === 'blocked' ? [blockedBy(reason)] : [])]
  return recorded(world, event, facts, notice === null ? answer : { ...answer, notice })
}

const blockedBy = (reason: string): Fact => fact('stop.blocked', { reason })

/** Records facts. If that fails, the error carries the answer, so that the host still gets it. */
function recorded(world: GateWorld, event: HostEvent, facts: Fact[], answer: Answer): Answer {
  try {
    record(world, event, facts)
  } catch (error) {
    throw new Unrecorded(error, answer)
  }
  return answer
}

/** A gate that fails blocks the turn once, if the policy blocks at all. Then it lets go and says so. */
function failed(world: GateWorld, event: HostEvent, error: unknown): Answer {
  const code = codeOf(error)
  const { stream } = event
  const count: BlockCount = world.blocks.read(stream)
  // The active policy does not decide about a session that began under another.
  const budget = error instanceof Departed ? builtInPolicy().blockBudget : budgetFor(world, event)
  const isFirst = count.failures === 0 && count.blocks < budget
  const reason = `Not permitted: ending the turn while claims cannot be checked. [${code}]\nWhat was attempted, and what is uncertain, may be reported.`
  const next = { blocks: count.blocks + 1, failures: count.failures + 1, reason: sha256(reason) }
  const isHeldBack = isFirst && world.blocks.keep(stream, next)
  const answer: Answer = isHeldBack ? { kind: 'block', reason } : GO_ON
  const detail = error instanceof Error ? error.message : String(error)
  const body = { verdict: isHeldBack ? 'blocked' : 'unsupervised', failed: code, detail: detail.slice(0, 500) }
  const facts: Fact[] = [fact('stop.judged', body), ...(isHeldBack ? [blockedBy(reason)] : [])]
  return recorded(world, event, facts, { ...answer, notice: failureNotice(code, isHeldBack) })
}

const codeOf = (error: unknown): string => {
  const code = error instanceof Error ? (error as { code?: unknown }).code : null
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? code : 'GATE_FAILED'
}

/** The policy's block budget, 0 if it blocks nothing; the built-in policy's if the policy cannot be read. */
function budgetFor(world: GateWorld, event: HostEvent): number {
  try {
    const found = foundFor(world, event)
    if (found.kind !== 'ruled') return builtInPolicy().blockBudget
    const { policy } = found.ruling
    return Object.values(policy.modes).includes('block') ? policy.blockBudget : 0
  } catch {
    // The caller reports the failure.
  }
  return builtInPolicy().blockBudget
}
