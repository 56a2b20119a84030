import { openKeyring } from '../../../ledger/stores/files/keyring.ts'
import { run } from '../../../process/run.ts'
import type { Taken } from '../fingerprint.ts'
import { type TakeOptions, takeWith } from './workspace.ts'

/** Fingerprints a workspace: the content of every file in scope that is tracked or not ignored. */
export const takeFingerprint = async (root: string, options: TakeOptions): Promise<Taken> =>
  takeWith(run, root, { ...options, key: openKeyring(options.home).current() })
