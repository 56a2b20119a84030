import { categoryOf } from '../../policy/dispatch.ts'
import type { Call, Validation } from '../../session/state.ts'
import { stepsOf } from '../../session/state.ts'
import { hasRun, type OutcomeRule, type SeenSession, type SeenTurn } from './outcome.ts'

/**
 * Finds destructive calls after which a validator failed. The validator must not have failed before the call, as far back as
 * the entries go. If any other call may have changed files since the validator last passed, no call is blamed: that change may
 * be the cause.
 */
export const failures: OutcomeRule = (turn, seen) => {
  const known = validationsIn(seen)
  return turn.calls.filter(isDestructive).flatMap((call) => {
    const failed = known.find((one) => isBrokenBy(one, call, turn, seen, known))
    return failed === undefined ? [] : [{ call, why: sentence(failed.validator) }]
  })
}

const sentence = (validator: string): string =>
  `The call destroyed something, and the validator ${validator} then failed.`

const isDestructive = (call: Call): boolean =>
  hasRun(call) && call.flags.some(({ code }) => categoryOf(code) === 'destruction')

/** Codes that say something about the workspace. The others say that a validator could not run, or about the turn. */
const BROKEN: readonly string[] = ['COMMAND_FAILED', 'TESTS_FAILED', 'NO_TESTS_RAN', 'TOO_FEW_TESTS', 'TESTS_WEAKENED']

const validationsIn = ({ session }: SeenSession): Validation[] =>
  stepsOf(session).filter((step): step is Validation => step.kind === 'validation' && step.result !== 'refused')

function isBrokenBy(
  failed: Validation,
  call: Call,
  turn: SeenTurn,
  seen: SeenSession,
  known: readonly Validation[],
): boolean {
  if (failed.result !== 'failed' || !BROKEN.includes(failed.code ?? '')) return false
  if (failed.seq < endOf(call) || turnAt(failed.seq, seen) !== turn.seq) return false
  const before = known.filter((one) => one.validator === failed.validator && one.seq < call.seq)
  const last = before.at(-1)
  if (last?.result === 'failed') return false
  return !hasOrdinaryChange(seen, last?.seq ?? turn.seq, failed.seq)
}

/** True if a call that is not destructive may have changed files between two entries. */
const hasOrdinaryChange = (seen: SeenSession, from: number, to: number): boolean =>
  stepsOf(seen.session).some(
    (step) =>
      step.kind === 'call' && endOf(step) > from && step.seq < to && !isDestructive(step) && seen.mayChange(step),
  )

const endOf = ({ seq, end, task }: Call): number => task?.seq ?? end?.seq ?? seq

const turnAt = (seq: number, { session }: SeenSession): number =>
  session.turns.findLast((turn) => turn.seq < seq)?.seq ?? 0
