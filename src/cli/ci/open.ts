import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileSize } from '../../ledger/stores/files/disk.ts'
import { closeHome, type Home } from '../../ledger/stores/files/home.ts'
import { currentKeyPath } from '../../ledger/stores/files/layout.ts'
import { openFiles } from '../../ledger/stores/files/open.ts'
import type { Args, Io } from '../command.ts'

/**
 * Opens the ledger to record in: the one that `--home` or `$BAILIFF_HOME` names, or else a new temporary one, which stays. With
 * `own`, the person's ledger comes before a temporary one, if there is one.
 */
export async function withCiHome<T>(
  args: Args,
  { env }: Pick<Io, 'env'>,
  otherwise: 'own' | 'temporary',
  act: (home: Home) => Promise<T>,
): Promise<T> {
  const isNamed = args.get('home') !== undefined || Boolean(env['BAILIFF_HOME'])
  const isThere = otherwise === 'own' && fileSize(currentKeyPath(args.home)) !== null
  const temporary = (): string => mkdtempSync(join(env['RUNNER_TEMP'] || tmpdir(), 'bailiff-ci-'))
  const home = openFiles(isNamed || isThere ? args.home : temporary())
  try {
    return await act(home)
  } finally {
    closeHome(home)
  }
}
