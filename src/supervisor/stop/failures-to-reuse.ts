import type { Fingerprint } from '../../claims/fingerprint/fingerprint.ts'
import type { SeenValidation, TurnRecord } from '../../claims/turn.ts'
import type { ValidationRequest } from '../../claims/validators/bind.ts'
import { type Fact, fact } from '../../session/facts.ts'

/** Failures that depend on nothing but the content. Others may pass the next time, or a person may accept them. */
const OF_CONTENT: readonly (string | null)[] = [
  'COMMAND_FAILED',
  'COMMAND_TIMED_OUT',
  'TESTS_FAILED',
  'NO_TESTS_RAN',
  'OUTPUT_CUT',
  'TOO_FEW_TESTS',
]

/**
 * Finds the failure of a check on this content, which need not run again: one of this turn, whoever ran it, if nothing was done
 * since, and the check never passed on this content; or one of a check in the background, because such a check is slow. Returns
 * the facts to record, which are none if the failure is already recorded in this turn; null if there is no failure.
 */
export function failureToReuse(
  { claim, validator }: ValidationRequest,
  stream: string,
  { turn, source }: { turn: TurnRecord; source: string },
  now: Fingerprint,
): Fact[] | null {
  const isOf = (one: SeenValidation): boolean =>
    one.validator === validator && one.policy === source && one.fingerprint === now.sha256
  const own = turn.validations.findLast(isOf)
  const last = own ?? turn.earlier.findLast(isOf)
  if (last?.result !== 'failed' || !OF_CONTENT.includes(last.code)) return null
  if (last.isLate !== true && (own === undefined || isOutdated(own, turn, isOf))) return null
  return own === undefined ? [takenOver(last, claim, stream, now)] : []
}

/**
 * True if a run may end otherwise on the same content: it has passed before, or a call, a task in the background or a subagent may
 * have changed what the check needs. A call that failed may have, and a run of the agent's own may show that it passes now.
 */
const isOutdated = (failure: SeenValidation, turn: TurnRecord, isOf: (one: SeenValidation) => boolean): boolean =>
  [...turn.earlier, ...turn.validations].some((one) => isOf(one) && one.result === 'passed') ||
  turn.calls.some(({ seq, acted, changed, isRunning }) => isRunning || (seq > failure.seq && (acted || changed))) ||
  (turn.agents ?? []).some(({ stoppedAt }) => stoppedAt === null || stoppedAt >= (failure.at ?? ''))

function takenOver(seen: SeenValidation, claim: string, stream: string, { sha256, head }: Fingerprint): Fact {
  const { validator, code, said, words, given, numbers, policy, failures, seq } = seen
  return fact('validator.failed', {
    claim,
    validator,
    arguments: { ...given },
    numbers: { ...numbers },
    policy,
    code,
    said,
    words: [...words],
    fingerprint: { before: sha256, after: sha256, head },
    ...(failures !== null && { failures: [...failures] }),
    late: true,
    reused: { stream, seq },
  })
}
