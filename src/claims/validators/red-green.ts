import type { SeenValidation, TurnRecord } from '../turn.ts'
import { aboutIn } from './fingerprints.ts'
import { isCommand } from './observed-command.ts'
import { fail, type Passed, type ValidatorOutcome } from './outcome.ts'

/** Failures of the work itself: a check that could not run has shown nothing. */
const RED: readonly (string | null)[] = ['TESTS_FAILED', 'COMMAND_FAILED']

/**
 * The same check was seen failing in this turn, and passes now, on other content. The failure may be a validator's, or one
 * that the host reported of the same command; the pass is the harness's own.
 */
export function redGreen(green: Passed, { validations, calls }: TurnRecord): ValidatorOutcome {
  const words = Array.isArray(green.data['words']) ? green.data['words'].map(String) : []
  const reds = validations.filter((one) => isRed(one, words))
  const call = calls.findLast((one) => one.end === 'failed' && isCommand(one, words))
  if (reds.length === 0 && call === undefined)
    return notRed('The check passes now, and was not seen failing in this turn.', green)
  const now = aboutIn(green.data)?.after ?? null
  const red = reds.findLast(({ fingerprint }) => fingerprint !== now)
  if (red === undefined && call === undefined)
    return notRed('The check failed and passed on the same content of the workspace.', green)
  const data = { ...green.data, red: red?.seq ?? call?.seq ?? 0, redGrade: red === undefined ? 'reported' : 'executed' }
  return { ...green, sentence: 'The check was seen failing in this turn, and passes now.', data }
}

const isRed = ({ result, code, words: ran }: SeenValidation, words: readonly string[]): boolean =>
  result === 'failed' && RED.includes(code) && ran.length === words.length && ran.every((word, i) => word === words[i])

const notRed = (sentence: string, { data, kept }: Passed): ValidatorOutcome =>
  fail({ code: 'NOT_RED', sentence }, data, kept)
