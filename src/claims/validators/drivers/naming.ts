import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPlain } from '../../../ledger/stores/files/disk.ts'
import type { Environment } from '../../../process/environment.ts'
import type { RunResult } from '../../../process/result.ts'
import type { RunValidator } from '../judge-attempt.ts'
import { RUNNERS } from '../test-kinds.ts'

const MAX_BYTES = 64 << 20

/** Runs a command so that its runner names its tests. The report is outside the workspace and is removed afterwards. */
export async function runNaming(
  validator: RunValidator,
  env: Environment,
  run: (env: Environment) => Promise<RunResult>,
): Promise<RunResult & { names: string | null }> {
  const naming = 'minTests' in validator && validator.report === null ? RUNNERS[validator.kind].naming : undefined
  if (naming === undefined) return { ...(await run(env)), names: null }
  const folder = mkdtempSync(join(tmpdir(), 'bailiff-names-'))
  try {
    const report = join(folder, 'names.xml')
    const ran = await run({ ...env, ...naming(env, report) })
    // The runner does not know the option: the check must not fail because of it.
    const isRefused = ran.exit === USAGE_ERROR && ran.stderr.includes(report)
    return isRefused ? { ...(await run(env)), names: null } : { ...ran, names: textOf(report) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Pytest's exit code for options that it does not know. */
const USAGE_ERROR = 4

function textOf(path: string): string | null {
  try {
    const read = readPlain(path, MAX_BYTES)
    return read.kind === 'read' ? read.bytes.toString('utf8') : null
  } catch {
    return null
  }
}
