import { RUNNERS } from '../../claims/validators/test-kinds.ts'
import { countsIn } from '../../claims/validators/weakened.ts'
import type { Home } from '../../ledger/stores/files/home.ts'
import type { ActivePolicy } from '../../policy/choose-policy.ts'
import type { Policy, TestValidator, Validator } from '../../policy/policy.ts'
import { keepBaseline } from '../../policy/stores/baselines.ts'
import { isUsable, type Trial } from '../../project/draft.ts'

/** Stores the test counts from the trial with the approval, as the baseline for the first turn. */
export function keepTrials(home: Home, active: ActivePolicy, trials: readonly Trial[]): void {
  const { source, approvedAt, project } = active
  if (source === null) return
  for (const { words, validator, trial } of triedOf(active.policy, trials)) {
    const tests = RUNNERS[validator.kind].read(trial.output)
    if (tests !== null && tests.passed > 0 && tests.failed === 0)
      keepBaseline(home, { project, source, approvedAt, words, cwd: validator.cwd }, countsIn(tests))
  }
}

type Tried = { words: string[]; validator: TestValidator; trial: Trial }

const triedOf = ({ validators }: Policy, trials: readonly Trial[]): Tried[] =>
  Object.values(validators)
    .filter(isOfOutput)
    .flatMap((validator) => {
      const words = validator.command.filter((token) => typeof token === 'string')
      const isTried = ({ check: { command, cwd } }: Trial): boolean =>
        (cwd === '' ? '.' : cwd) === validator.cwd && command.join('\0') === words.join('\0')
      const trial = trials.find((one) => isUsable(one) && isTried(one))
      return trial === undefined ? [] : [{ words, validator, trial }]
    })

/** True if the validator reads the output of a test runner. */
export const isOfOutput = (validator: Validator): validator is TestValidator =>
  'minTests' in validator && validator.report === null
