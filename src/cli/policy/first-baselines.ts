import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Fingerprint } from '../../claims/fingerprint/fingerprint.ts'
import { textOf } from '../../claims/fingerprint/names.ts'
import { nameIn, rowsOf } from '../../claims/fingerprint/rows.ts'
import { takeWith } from '../../claims/fingerprint/stores/workspace.ts'
import { keptRun } from '../../claims/validators/floor-record.ts'
import { outputsOf } from '../../claims/validators/outputs.ts'
import { countsIn } from '../../claims/validators/weakened.ts'
import type { Home } from '../../ledger/stores/files/home.ts'
import type { ActivePolicy } from '../../policy/choose-policy.ts'
import type { Policy, TestValidator, Validator } from '../../policy/policy.ts'
import { keepBaseline } from '../../policy/stores/baselines.ts'
import { keepFloor } from '../../policy/stores/floors.ts'
import { run } from '../../process/run.ts'
import type { Tried as Trial } from './trials.ts'

/** `since`: when the trials began, in milliseconds. `own`: the paths of the files that `init` itself wrote after them. */
type Tries = { trials: readonly Trial[]; since: number; own: readonly string[] }

/**
 * Stores the trials with the approval: the counts of passing tests as the baseline, and each run as the one on the content that
 * it ran on, so that the first turn is compared with it.
 */
export async function keepTrials(home: Home, active: ActivePolicy, { trials, since, own }: Tries): Promise<void> {
  const { source, approvedAt, project, policy } = active
  const tried = source === null ? [] : triedOf(policy, trials)
  if (source === null || tried.length === 0) return
  const content = await contentOf(home, project, policy)
  const isSame = content !== null && !hasChanged(project, content, since, own)
  for (const { words, validator, trial } of tried) {
    const { tests } = trial
    if (tests === null || tests.passed + tests.failed === 0) continue
    const isPass = trial.ended === 'passed' && tests.failed === 0
    const checked = { project, source, approvedAt, words, cwd: validator.cwd }
    if (isPass) keepBaseline(home, checked, countsIn(tests))
    if (isSame && (isPass || tests.failed > 0)) keepFloor(home, checked, content.sha256, keptRun(tests, isPass))
  }
}

async function contentOf({ dir, keyring }: Home, project: string, policy: Policy): Promise<Fingerprint | null> {
  const taken = await takeWith(run, project, { home: dir, key: keyring.current(), outputs: outputsOf(policy) })
  return taken.kind === 'taken' ? taken.fingerprint : null
}

/** True if a file changed since the trials began. The files that `init` wrote do not count. */
function hasChanged(project: string, { table }: Fingerprint, since: number, own: readonly string[]): boolean {
  const paths = [...rowsOf(table)].map((row) => join(project, textOf(nameIn(row))))
  const isNewer = (path: string): boolean => (lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0) > since
  return paths.some((path) => !own.includes(path) && isNewer(path))
}

type Tried = { words: string[]; validator: TestValidator; trial: Trial }

const triedOf = ({ validators }: Policy, trials: readonly Trial[]): Tried[] =>
  Object.values(validators)
    .filter(isOfOutput)
    .flatMap((validator) => {
      const words = validator.command.filter((token) => typeof token === 'string')
      const isTried = ({ check: { command, cwd } }: Trial): boolean =>
        (cwd === '' ? '.' : cwd) === validator.cwd && command.join('\0') === words.join('\0')
      const trial = trials.find((one) => isDecided(one) && isTried(one))
      return trial === undefined ? [] : [{ words, validator, trial }]
    })

/** True if the trial shows what the content holds. */
const isDecided = ({ ended, changed }: Trial): boolean =>
  (ended === 'passed' || ended === 'failed') && changed.length === 0

/** True if the validator reads the output of a test runner. */
export const isOfOutput = (validator: Validator): validator is TestValidator =>
  'minTests' in validator && validator.report === null
