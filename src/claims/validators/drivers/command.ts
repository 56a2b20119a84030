import { join } from 'node:path'
import { checkEnvironment } from '../../../process/environment.ts'
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
  const [program = '', ...args] = words
  const cwd = join(world.root, validator.cwd)
  const report = 'report' in validator && validator.report !== null ? join(world.root, validator.report) : null
  const [before, reportBefore] = [await world.fingerprint(), identityOf(report)]
  const ran = await runNaming(validator, checkEnvironment(world.environment, validator.env), (env) =>
    run(program, args, {
      cwd,
      env,
      timeoutMs: validator.timeoutSeconds * 1000,
      maxOutputBytes,
      survivors: 'hunted',
      signal: world.signal,
    }),
  )
  return { ...ran, report: readReport(report, reportBefore), before, after: await world.fingerprint() }
}
