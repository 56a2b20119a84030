import type { Baseline } from '../../../policy/baseline.ts'
import { digestsOf } from '../../../policy/stores/pins.ts'
import type { Bound } from '../bind.ts'
import { judgeAttempt, type RunValidator, type TestDemand, testsOf } from '../judge-attempt.ts'
import { mayFail } from '../no-worse.ts'
import { type Fault, fail, pass, refuse, type ValidatorOutcome } from '../outcome.ts'
import { amount } from '../render.ts'
import { keptOf, runData, type Tried, triedOf } from '../run-data.ts'
import { RUNNERS } from '../test-kinds.ts'
import { countsIn } from '../weakened.ts'
import { wordsOf } from '../words.ts'
import type { ValidatorWorld } from '../world.ts'
import { refuseChanged } from './changed.ts'
import { attempt } from './command.ts'
import { refuseTargets } from './targets.ts'

/** Runs a validator's command as many times in a row as it must pass. */
export async function check(
  validator: RunValidator,
  { given, numbers }: Bound,
  world: ValidatorWorld,
): Promise<ValidatorOutcome> {
  const { keywords } = world.policy.contract
  const idle = 'minTests' in validator ? RUNNERS[validator.kind].idle : undefined
  const filled = wordsOf(validator, given, { keywords, idle })
  if (filled.kind === 'refused') return filled
  const { words, targets } = filled
  const refused = refuseTargets(world.root, validator.cwd, targets) ?? refuseChanged(validator, world)
  if (refused !== null) return refused
  const first = world.baselines.find(words, validator.cwd)
  if (first.kind === 'tampered')
    return refuse('BASELINE_TAMPERED', 'The test counts recorded after approval are not sealed by this ledger.')
  const demand: TestDemand = {
    minTests: numbers.min_tests,
    mayFail: mayFail(world.policy.baseline, words, world.turn),
    first: first.kind === 'counts' ? first : null,
  }
  const { fault, tried } = await tryOften(validator, words, numbers.required_runs, demand, world)
  if (fault !== null) return fail(fault, { ...runData(validator, words, tried), ...firstData(first) }, keptOf(tried))
  // The run may have changed pinned files that the fingerprint does not cover.
  const changed = refuseChanged(validator, world)
  if (changed !== null) return changed
  const tests = tried.at(-1)?.tests ?? null
  if (first.kind === 'none' && tests !== null) world.baselines.keep(words, validator.cwd, countsIn(tests))
  const pinned = digestsOf(world.root, validator.pins)
  const data = { ...runData(validator, words, tried), ...firstData(first), pinned }
  return pass(world.grade, sentenceOf(tried), data, keptOf(tried))
}

const firstData = (first: Baseline) =>
  first.kind === 'counts' ? { first: { executed: first.executed, skipped: first.skipped } } : {}

/** Total for all runs. The beginning and the end of each output are kept. */
const MAX_OUTPUT_BYTES = 16 << 20
const LEAST_OUTPUT_BYTES = 1 << 20

async function tryOften(
  validator: RunValidator,
  words: readonly string[],
  times: number,
  demand: TestDemand,
  world: ValidatorWorld,
): Promise<{ fault: Fault | null; tried: Tried[] }> {
  const tried: Tried[] = []
  const maxOutputBytes = Math.max(LEAST_OUTPUT_BYTES, Math.floor(MAX_OUTPUT_BYTES / times))
  for (let i = 0; i < times; i++) {
    const one = await attempt(validator, words, maxOutputBytes, world)
    const tests = testsOf(validator, one)
    tried.push(triedOf(one, tests))
    const fault = judgeAttempt(validator, one, tests, demand)
    if (fault !== null) return { fault, tried }
  }
  return { fault: null, tried }
}

function sentenceOf(tried: readonly Tried[]): string {
  const last = tried.at(-1)
  const tests = last?.tests ?? null
  const times = tried.length === 1 ? '' : ` in ${tried.length} runs in a row`
  const exited = `The command exited with code ${last?.attempt.exit}${times}`
  if (tests === null) return `${exited}.`
  const ran = `${exited}; ${amount(tests.passed + tests.failed, 'test')} ran`
  return tests.failed === 0 ? `${ran}.` : `${ran}, ${tests.failed} of which failed, as before the turn.`
}
