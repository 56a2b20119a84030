import type { Call, Validation } from '../../session/state.ts'
import { stepsOf } from '../../session/state.ts'
import { DEFAULT_PARAMETERS } from '../../trust/parameters.ts'
import { hasRun, isFlagged, type OutcomeRule, type SeenSession, type SeenTurn } from './outcome.ts'

/**
 * Finds flagged calls that turned out fine: a person was asked and let them run, or they only wrote project files and every
 * validator that ran after them in the turn passed. An exit code of 0 says nothing.
 */
export const fineCalls: OutcomeRule = (turn, seen) =>
  turn.calls
    .filter((call) => isFlagged(call) && hasRun(call))
    .flatMap((call) => {
      if (call.isAsked) return [{ call, why: 'A person was asked about the call and approved it.' }]
      const passed = passedAfter(call, turn, seen)
      return passed === null ? [] : [{ call, why: `The validator ${passed} passed after the call.` }]
    })

/** The last validator of the turn that passed after the call; null if none did, one failed, or none covers the call. */
function passedAfter(call: Call, turn: SeenTurn, seen: SeenSession): string | null {
  if (!isCovered(call, seen)) return null
  const next = seen.session.turns.find(({ seq }) => seq > turn.seq)?.seq ?? Number.POSITIVE_INFINITY
  const after = stepsOf(seen.session).filter(
    (step): step is Validation =>
      step.kind === 'validation' && step.seq > (call.end?.seq ?? call.seq) && step.seq < next,
  )
  const results = new Map(after.map((one) => [one.validator, one]))
  if (results.size === 0) return null
  const isAllPassed = [...results.values()].every(({ result, grade }) => result === 'passed' && grade === 'executed')
  return isAllPassed ? ([...results.keys()].at(-1) ?? null) : null
}

/**
 * A validator tests the project. It says nothing about commands, which may do anything else as well, nor about tests that a
 * call removed, or secrets that it wrote; nor about text with a high score, which no test may ever run.
 */
const isCovered = (call: Call, seen: SeenSession): boolean =>
  seen.writesOnly(call) &&
  call.flags.every(({ code }) => COVERED.includes(code)) &&
  (call.risk?.score ?? 0) < DEFAULT_PARAMETERS.mapping.high

const COVERED: readonly string[] = ['CALL_MALFORMED', 'CHANGE_LARGE', 'RISK_HIGH']
