import type { Reading } from '../../claims/extract/claim.ts'
import { extractClaims } from '../../claims/extract/extract.ts'
import type { Fingerprint } from '../../claims/fingerprint/fingerprint.ts'
import type { Policy } from '../../policy/policy.ts'
import type { PendingStop } from '../../session/checking.ts'
import { type Fact, fact } from '../../session/facts.ts'
import { type Session, type Step, stepsOf, type Text } from '../../session/state.ts'
import { judgedBody, judgeTurn, type Situation } from './judging.ts'
import { withRecorded } from './model.ts'
import { superseded, unjudged } from './settled-facts.ts'
import { type Reader, turnOf } from './turn.ts'
import { settledVerdict } from './turn-verdict.ts'

/** Judges stops that ended `checking`, once their checks have ended. */

/** The session now, and the policy and content by which its stops are judged. */
export type Settling = {
  session: Session
  policy: Policy
  source: string
  reader: Reader
  /** The content now; null if the workspace could not be fingerprinted. */
  now: Fingerprint | null
  messageOf(text: Text): string
}

/** Judges a stop by the evidence on its content, wherever in the session it was recorded since. */
export function settled(pending: PendingStop, settling: Settling): Fact {
  const { stop, judgement } = pending
  const { now, source } = settling
  if (now === null) return unjudged(pending, 'WORKSPACE_UNKNOWN', 'The workspace could not be fingerprinted.')
  if (now.sha256 !== judgement.fingerprint || source !== judgement.policy) return superseded(pending)
  const situation = situationAt(stop, settling)
  const reading = readingAt(stop, settling)
  const gathered = { fingerprint: now.sha256, head: now.head, said: null }
  const { blocks, budget, weakened, findings } = judgement
  const had = (code: string): boolean => findings.some((one) => one.code === code)
  // As the stop saw it.
  const made = (): boolean => judgement.notes.some(({ code }) => code === 'SEEN')
  const past = () => ({ changed: !had('NO_CHANGE'), acted: !had('NOTHING_DONE'), unproven: true, made })
  const result = judgeTurn(reading, situation, gathered, { weakened, past })
  const spent = { blocks, budget, wasOnce: false, mayWait: false, isKnown: true }
  const judged = { verdict: settledVerdict(result), judgement: result, spent }
  const body = judgedBody(judged, reading, situation, gathered, { beside: NOTHING_BESIDE, weakened })
  return fact('stop.settled', { ...body, of: stop })
}

const NOTHING_BESIDE = { waitedFor: [], fresh: [] }

/** The turn of a stop, with the validator results since: they count if they are about the same content. */
function situationAt(stop: number, { session, policy, source, reader }: Settling): Situation {
  const at = turnAt(stop, session)
  const until = { ...session, turns: session.turns.slice(0, at + 1) }
  const turn = turnOf(until, reader)
  const later = turnOf({ ...session, before: [], turns: [asTurn(stepsOf(session))] }, reader).validations
  const validations = later.filter((one) => turn.validations.includes(one) || one.seq === 0 || one.seq > stop)
  return { session: until, turn: { ...turn, validations }, root: reader.root, policy, source }
}

const turnAt = (stop: number, { turns }: Session): number => turns.findLastIndex(({ seq }) => stop === 0 || seq < stop)

const asTurn = (steps: Step[]): Session['turns'][number] => ({ seq: 0, at: '', prompt: '', start: null, steps })

function readingAt(stop: number, { session, messageOf }: Pick<Settling, 'session' | 'messageOf'>): Reading {
  const steps = stepsOf(session)
  const at = steps.findLastIndex((step) => step.kind === 'stop' && (stop === 0 || step.seq === stop))
  const found = steps[at]
  const reading = extractClaims(found?.kind === 'stop' && found.message !== null ? messageOf(found.message) : '')
  return withRecorded(reading, steps.slice(at + 1))
}

/** True if a call since then may have changed files, even if they are the same again now. */
export function isDisturbed(session: Session, since: string, reader: Reader): boolean {
  const steps = stepsOf(session).filter(({ at }) => at >= since)
  return turnOf({ ...session, before: [], turns: [asTurn(steps.map(asMade))] }, reader).calls.some((one) => one.changed)
}

/** A call in progress may have changed files already. */
const asMade = (step: Step): Step =>
  step.kind !== 'call' || step.end !== null || step.denied !== null
    ? step
    : {
        ...step,
        end: {
          seq: step.seq,
          at: step.at,
          status: 'running',
          exit: null,
          duration: null,
          isByPerson: false,
          shownBy: null,
          said: null,
        },
      }
