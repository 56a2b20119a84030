import type { JsonObject } from '../../ledger/kinds.ts'
import type { Policy } from '../../policy/policy.ts'
import { readsDocuments } from '../../project/documents.ts'
import type { SeenCall, SeenValidation, TurnRecord } from '../turn.ts'
import type { Bound } from './bind.ts'
import { aboutIn } from './fingerprints.ts'
import { faultOf, type Green, type Red } from './genuine-red.ts'
import type { RunKind } from './kind.ts'
import { isCommand } from './observed-command.ts'
import { fail, type Passed, type ValidatorOutcome } from './outcome.ts'
import type { ValidatorWorld } from './world.ts'

/** Failures of the work itself. A check that could not run proves nothing. */
const RED: readonly (string | null)[] = ['TESTS_FAILED', 'COMMAND_FAILED']

/**
 * Passes if the same check failed in this turn and passes now, because of a change that the turn keeps. The failure may come
 * from a validator or from the host's report on the same command. The harness always runs the passing check itself.
 */
export const redGreen: RunKind<'red_green'> = async ({ of }, { given }, world, run) => {
  const green = await run(greenHalf(world.policy, of, given))
  return green.kind === 'passed' ? judgeRed(green, world) : green
}

/** The check that must pass now, with its own numbers. */
function greenHalf(policy: Policy, of: string, given: Bound['given']): Bound {
  const validator = policy.validators[of]
  // The schema guarantees that `of` names a check with a command.
  if (validator === undefined || !('requiredRuns' in validator)) throw new Error(`Validator "${of}" runs no command.`)
  const least = { required_runs: validator.requiredRuns, min_tests: 'minTests' in validator ? validator.minTests : 1 }
  return { kind: 'bound', validator, numbers: { ...least, distinct_routes_attempted: 1 }, given }
}

function judgeRed(passed: Passed, world: Pick<ValidatorWorld, 'turn' | 'start' | 'floors'>): ValidatorOutcome {
  const words = textsIn(passed.data, 'words') ?? []
  const green = greenOf(passed.data, words, world)
  const reds = redsIn(world.turn, words, green)
  const judged = reds.map((one) => ({ ...one, fault: faultOf(one.red, green) }))
  const found = judged.find(({ fault }) => fault === null)
  if (found === undefined) return notRed(judged[0]?.fault ?? NOT_SEEN, passed)
  const data = { ...passed.data, red: found.seq, redGrade: found.grade }
  return { ...passed, sentence: 'The check failed earlier in this turn and passes now.', data }
}

const NOT_SEEN = 'The check passes now, but was not seen to fail in this turn.'

function greenOf(
  data: JsonObject,
  words: readonly string[],
  { turn, start, floors }: Pick<ValidatorWorld, 'turn' | 'start' | 'floors'>,
): Green {
  const content = start?.content ?? null
  const recorded = content === null ? null : floors.on(words, String(data['cwd'] ?? ''), content)
  const isPass = recorded?.kind === 'run' && !Array.isArray(recorded.run['failures'])
  return {
    fingerprint: aboutIn(data)?.after ?? null,
    since: textsIn(data, 'sinceStart'),
    start: content,
    passedAtStart: isPass || [...turn.earlier, ...turn.validations].some((one) => isGreen(one, words, content)),
    readsDocuments: readsDocuments(words.join(' ')),
  }
}

type FoundRed = { red: Red; seq: number; grade: 'executed' | 'reported' }

/** The failures of the check in this turn: those that a validator saw first, each newest first. */
function redsIn(turn: TurnRecord, words: readonly string[], { fingerprint: now }: Green): FoundRed[] {
  const { validations, earlier, calls } = turn
  const wasGreen = (before: readonly SeenValidation[]): boolean =>
    [...earlier, ...before].some((one) => isGreen(one, words, now))
  const seen = validations.flatMap((one, i): FoundRed[] => {
    if (!isRed(one, words)) return []
    const isAfterGreen = wasGreen(validations.slice(0, i))
    const red = { fingerprint: one.fingerprint, since: one.sinceStart ?? null, isAfterGreen }
    return [{ red, seq: one.seq, grade: 'executed' }]
  })
  const reported = calls
    .filter((one) => isFailed(one, words))
    .map(
      ({ seq }): FoundRed => ({
        red: { fingerprint: null, since: null, isAfterGreen: wasGreen(validations.filter((one) => one.seq < seq)) },
        seq,
        grade: 'reported',
      }),
    )
  return [...seen.reverse(), ...reported.reverse()]
}

const isFailed = (call: SeenCall, words: readonly string[]): boolean => call.end === 'failed' && isCommand(call, words)

const isRed = ({ result, code, words: ran }: SeenValidation, words: readonly string[]): boolean =>
  result === 'failed' && RED.includes(code) && isSame(ran, words)

/** True if the check passed on the content, whether or not it had been red before. */
const isGreen = (
  { result, code, words: ran, fingerprint }: SeenValidation,
  words: readonly string[],
  content: string | null,
): boolean =>
  content !== null && fingerprint === content && (result === 'passed' || code === 'NOT_RED') && isSame(ran, words)

const isSame = (ran: readonly string[], words: readonly string[]): boolean =>
  ran.length === words.length && ran.every((word, i) => word === words[i])

const textsIn = (data: JsonObject, name: string): string[] | null => {
  const list = data[name]
  return Array.isArray(list) ? list.map(String) : null
}

const notRed = (sentence: string, { data, kept }: Passed): ValidatorOutcome =>
  fail({ code: 'NOT_RED', sentence }, data, kept)
