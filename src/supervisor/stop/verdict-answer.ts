import type { Reading } from '../../claims/extract/claim.ts'
import { renderReason } from '../../claims/messages.ts'
import { sha256 } from '../../ledger/digest.ts'
import { type Fact, fact } from '../../session/facts.ts'
import { heldBack } from '../../session/outcome.ts'
import { type Answer, GO_ON, Unrecorded } from '../answer.ts'
import type { HostEvent } from '../event.ts'
import { turnSighting } from '../outcomes/turn-sighting.ts'
import { record } from '../record/record.ts'
import { type PolicyFound, ruledWhereBegun } from '../session-policy.ts'
import type { World } from '../world.ts'
import type { BlockCount } from './blocks.ts'
import { earnedNotice } from './earned-notice.ts'
import type { Gathered } from './gathered.ts'
import { type Around, type JudgedMessage, judgedBody, type Situation } from './judging.ts'
import { noticeOf, withFlaky, withHeldBack, withOthers, withSupport, withWeakened } from './notices.ts'
import { supportChanged } from './support-files.ts'
import type { GateWorld } from './world.ts'

type JudgedTurn = JudgedMessage &
  Around & {
    reading: Reading
    situation: Situation
    gathered: Gathered | null
    found: PolicyFound
    /** Other repositories that the turn wrote to. */
    others: readonly string[]
    /** Facts about the turn that are not recorded yet. */
    facts: readonly Fact[]
    /** The blocks so far, as counted outside the ledger. */
    count: BlockCount
  }

/** Records the verdict, and blocks the turn or lets it end. Does not block if the block cannot be counted. */
export function answerVerdict(world: GateWorld, event: HostEvent, turn: JudgedTurn): Answer {
  const { judgement, reading, situation, gathered, spent, count } = turn
  const { stream } = event
  const wanted = turn.verdict === 'blocked' ? renderReason(judgement.findings) : null
  const isCounted =
    wanted !== null && world.blocks.keep(stream, { ...count, blocks: spent.blocks + 1, reason: sha256(wanted) })
  const reason = isCounted ? wanted : null
  const verdict = reason === null && turn.verdict === 'blocked' ? 'unsupervised' : turn.verdict
  const final: JudgedMessage = { verdict, judgement, spent }
  const supportFiles = supportChanged(reading, situation, turn.weakened)
  // A subagent's end is not the end of the person's turn.
  const isToldEarned = verdict === 'earned' && event.agent === null && situation.policy.tellEarned !== false
  const line = isToldEarned
    ? earnedNotice(judgement, situation.turn.validations)
    : withWeakened(noticeOf(final, event.session, situation.turn.validations), verdict, turn.weakened)
  const whole = withHeldBack(line, verdict, heldBack(situation.session).length)
  const told = withOthers(withFlaky(whole, situation.turn.validations), turn.others)
  const notice = withSupport(told, verdict, supportFiles, turn.weakened)
  const answer: Answer = reason === null ? GO_ON : { kind: 'block', reason }
  const judged = judgedBody(final, reading, situation, gathered, turn)
  // Looked at now, after the validators: whatever they changed is not a person's doing.
  const support = supportFiles.length > 0 ? { supportFiles } : {}
  const body = { ...judged, ...support, ...ruledWhereBegun(turn.found), ...turnSighting(world, event) }
  const facts = [...turn.facts, fact('stop.judged', body), ...blockedBy(reason)]
  return recorded(world, event, facts, notice === null ? answer : { ...answer, notice })
}

export const blockedBy = (reason: string | null): Fact[] => (reason === null ? [] : [fact('stop.blocked', { reason })])

/** Records facts. If that fails, the error carries the answer, so that the host still gets it. */
export function recorded(world: World, event: HostEvent, facts: Fact[], answer: Answer): Answer {
  try {
    record(world, event, facts)
  } catch (error) {
    throw new Unrecorded(error, answer)
  }
  return answer
}
