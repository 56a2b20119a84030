import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { RUNNERS } from '../../claims/validators/test-kinds.ts'
import type { Policy, TestValidator } from '../../policy/policy.ts'
import { checkEnvironment, pickEnvironment } from '../../process/environment.ts'
import { run } from '../../process/run.ts'
import type { Io } from '../command.ts'
import { printable } from '../screens/output.ts'
import { isOfOutput } from './first-baselines.ts'

/** Without CI=1 some runners watch files and never end. */
const TIMEOUT_MS = 60_000

/**
 * Runs the tests of a policy's new validators with CI=1 and without, and says where the results differ: some projects skip
 * tests in CI that fail for the person.
 */
export async function compareCi(root: string, before: Policy | null, { validators }: Policy, io: Io): Promise<void> {
  for (const [name, validator] of Object.entries(validators)) {
    if (!isOfOutput(validator) || 'CI' in validator.env || isDeepStrictEqual(validator, before?.validators[name]))
      continue
    io.err(`Running ${printable(name)} with CI=1 and without, to compare ... `)
    const withCi = await countOf(root, validator, io)
    const without =
      withCi === null ? null : await countOf(root, { ...validator, env: { ...validator.env, CI: '' } }, io)
    if (without === null) io.err('could not be compared\n')
    else if (without === withCi) io.err('the same\n')
    else
      io.err(
        `different\n  With CI=1: ${withCi}.\n  Without: ${without}.\n  Bailiff runs it with CI=1. To run it without, add this to validators.${printable(name)} and\n  approve again: env: { CI: "" }\n`,
      )
  }
}

/** Runs the tests once and says how many passed, failed and were skipped; null if the output does not show it. */
async function countOf(root: string, { kind, command, cwd, env }: TestValidator, io: Io): Promise<string | null> {
  const [program, ...args] = command.filter((token) => typeof token === 'string')
  if (program === undefined || args.length + 1 < command.length) return null
  const ran = await run(program, args, {
    cwd: join(root, cwd),
    env: checkEnvironment(pickEnvironment(io.env), env),
    timeoutMs: TIMEOUT_MS,
    signal: io.stopped(),
  })
  const tests = RUNNERS[kind].read(`${ran.stdout.toString('utf8')}\n${ran.stderr.toString('utf8')}`)
  if (tests === null || ran.ended !== 'exited') return null
  return `${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped`
}
