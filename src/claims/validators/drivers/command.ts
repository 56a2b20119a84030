import { join } from 'node:path'
import { checkEnvironment, type Environment } from '../../../process/environment.ts'
import type { RunResult } from '../../../process/result.ts'
import { run } from '../../../process/run.ts'
import type { Attempt } from '../attempt.ts'
import type { RunValidator } from '../judge-attempt.ts'
import type { ValidatorWorld } from '../world.ts'
import { runNaming } from './naming.ts'
import { identityOf, readReport } from './report.ts'

/** Runs a validator's command once, with a workspace fingerprint before and after. */
export async function attempt(
  validator: RunValidator,
  words: readonly string[],
  maxOutputBytes: number,
  world: ValidatorWorld,
): Promise<Attempt> {
  const report = 'report' in validator && validator.report !== null ? join(world.root, validator.report) : null
  const [before, reportBefore] = [await world.fingerprint(), identityOf(report)]
  const env = checkEnvironment(world.environment, validator.env)
  const start = ([program = '', ...args]: readonly string[], own: Environment): Promise<RunResult> =>
    run(program, args, {
      cwd: join(world.root, validator.cwd),
      env: own,
      timeoutMs: validator.timeoutSeconds * 1000,
      maxOutputBytes,
      survivors: 'hunted',
      signal: world.signal,
    })
  const { kind, cwd } = validator
  const ran =
    kind === 'command_zero_exit' || report !== null
      ? { ...(await start(words, env)), names: null }
      : await runNaming({ kind, root: world.root, cwd, words, env }, start)
  return { ...ran, report: readReport(report, reportBefore), before, after: await world.fingerprint() }
}
