import { renderPin } from '../../../policy/paths.ts'
import { digestsOf } from '../../../policy/stores/pins.ts'
import type { Bound } from '../asked.ts'
import { judgeAttempt, type RunValidator, testsOf } from '../judge-attempt.ts'
import { fail, type Outcome, pass, type Refused, refuse } from '../outcome.ts'
import { amount, shown } from '../render.ts'
import { keptOf, runData, type Tried } from '../run-data.ts'
import { RUNNERS } from '../test-kinds.ts'
import { wordsOf } from '../words.ts'
import type { World } from '../world.ts'
import { attempt } from './command.ts'
import { refuseTargets } from './targets.ts'

/** Validators that run a command, as often in a row as they must pass. */
export async function check(validator: RunValidator, { given, numbers }: Bound, world: World): Promise<Outcome> {
  const { keywords } = world.policy.contract
  const idle = validator.kind === 'command_zero_exit' ? undefined : RUNNERS[validator.kind].idle
  const filled = wordsOf(validator, given, { keywords, idle })
  if (filled.kind === 'refused') return filled
  const { words, targets } = filled
  const refused = refuseTargets(world.root, validator.cwd, targets) ?? refuseChanged(validator, world)
  if (refused !== null) return refused
  const tried: Tried[] = []
  for (let i = 0; i < numbers.required_runs; i++) {
    const one = await attempt(validator, words, world)
    const tests = testsOf(validator, one)
    tried.push({ attempt: one, tests })
    const fault = judgeAttempt(validator, one, tests, { minTests: numbers.min_tests, mayFail: null })
    if (fault !== null) return fail(fault, runData(validator, words, tried), keptOf(tried))
  }
  // What is pinned may have been changed while it ran, and not be part of the fingerprint.
  return refuseChanged(validator, world) ?? passed(validator, words, tried, world)
}

function refuseChanged(validator: RunValidator, { root, pinned }: World): Refused | null {
  if (pinned === null) return null
  const now = digestsOf(root, validator.pins)
  const changed = validator.pins.map(renderPin).filter((pin) => (pinned[pin] ?? null) !== now[pin])
  if (changed.length === 0) return null
  const sentence = `What defines this check is not what was approved: ${shown(changed)}.`
  return refuse('CHECK_CHANGED', sentence, { pinned: now })
}

function passed(validator: RunValidator, words: readonly string[], tried: Tried[], world: World): Outcome {
  const last = tried.at(-1)?.tests ?? null
  const tests = last === null ? '' : `, ${amount(last.passed + last.failed, 'test')} ran`
  const times = tried.length === 1 ? '' : ` ${tried.length} times in a row`
  const sentence = `The command ended with 0${times}${tests}.`
  const data = { ...runData(validator, words, tried), pinned: digestsOf(world.root, validator.pins) }
  return pass(world.grade, sentence, data, keptOf(tried))
}
