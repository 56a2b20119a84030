import type { Policy } from '../../policy/policy.ts'
import type { SeenValidation, TurnRecord } from '../turn.ts'
import type { Bound } from './bind.ts'
import { aboutIn } from './fingerprints.ts'
import type { RunKind } from './kind.ts'
import { isCommand } from './observed-command.ts'
import { fail, type Passed, type ValidatorOutcome } from './outcome.ts'

/** Failures of the work itself. A check that could not run proves nothing. */
const RED: readonly (string | null)[] = ['TESTS_FAILED', 'COMMAND_FAILED']

/**
 * Passes if the same check failed in this turn and passes now, on different content. The failure may come from a validator
 * or from the host's report on the same command. The harness always runs the passing check itself.
 */
export const redGreen: RunKind<'red_green'> = async ({ of }, { given }, { policy, turn }, run) => {
  const green = await run(greenHalf(policy, of, given))
  return green.kind === 'passed' ? judgeRed(green, turn) : green
}

/** The check that must pass now, with its own numbers. */
function greenHalf(policy: Policy, of: string, given: Bound['given']): Bound {
  const validator = policy.validators[of]
  // The schema guarantees that `of` names a check with a command.
  if (validator === undefined || !('requiredRuns' in validator)) throw new Error(`Validator "${of}" runs no command.`)
  const least = { required_runs: validator.requiredRuns, min_tests: 'minTests' in validator ? validator.minTests : 1 }
  return { kind: 'bound', validator, numbers: { ...least, distinct_routes_attempted: 1 }, given }
}

function judgeRed(green: Passed, { validations, calls }: TurnRecord): ValidatorOutcome {
  const words = Array.isArray(green.data['words']) ? green.data['words'].map(String) : []
  const reds = validations.filter((one) => isRed(one, words))
  const call = calls.findLast((one) => one.end === 'failed' && isCommand(one, words))
  if (reds.length === 0 && call === undefined)
    return notRed('The check passes now, but was not seen to fail in this turn.', green)
  const now = aboutIn(green.data)?.after ?? null
  const red = reds.findLast(({ fingerprint }) => fingerprint !== now)
  if (red === undefined && call === undefined)
    return notRed('The check failed and passed on the same workspace content.', green)
  const data = { ...green.data, red: red?.seq ?? call?.seq ?? 0, redGrade: red === undefined ? 'reported' : 'executed' }
  return { ...green, sentence: 'The check failed earlier in this turn and passes now.', data }
}

const isRed = ({ result, code, words: ran }: SeenValidation, words: readonly string[]): boolean =>
  result === 'failed' && RED.includes(code) && ran.length === words.length && ran.every((word, i) => word === words[i])

const notRed = (sentence: string, { data, kept }: Passed): ValidatorOutcome =>
  fail({ code: 'NOT_RED', sentence }, data, kept)
