import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeHome, type Home } from '../../ledger/stores/files/home.ts'
import { openFiles } from '../../ledger/stores/files/open.ts'
import type { Args, Io } from '../command.ts'

/** Opens the ledger to record in: the one that `--home` or `$BAILIFF_HOME` names, or else a new temporary one, which stays. */
export async function withCiHome<T>(args: Args, { env }: Pick<Io, 'env'>, act: (home: Home) => Promise<T>): Promise<T> {
  const isNamed = args.get('home') !== undefined || Boolean(env['BAILIFF_HOME'])
  const home = openFiles(isNamed ? args.home : mkdtempSync(join(env['RUNNER_TEMP'] || tmpdir(), 'bailiff-ci-')))
  try {
    return await act(home)
  } finally {
    closeHome(home)
  }
}
