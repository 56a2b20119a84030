import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileSize } from '../../ledger/stores/files/disk.ts'
import { type KeyPair, keyFileId, openKey } from '../../trust/admin/drivers/key-file.ts'
import { adminKeyPath } from '../../trust/admin/drivers/key-places.ts'
import { AdminError } from '../../trust/admin/errors.ts'
import type { AdminState } from '../../trust/admin/state.ts'
import { type Args, FileError, type Io } from '../command.ts'
import { readText } from '../input/files.ts'
import { passphraseOf } from './passphrase.ts'

/** The key file that signs: the named one, or the current key's in the state directory. */
export function keyPathOf(args: Args, state: AdminState): string {
  const named = args.get('key')
  if (named !== undefined) return resolve(named)
  const path = adminKeyPath(args.home, requireKey(state).id)
  if (fileSize(path) !== null) return path
  throw new FileError(
    `The administrator's key is not in the state directory (${path}). Name its file with --key. If it is lost: bailiff admin keygen --force`,
  )
}

/** Opens the key that signs, with the person's passphrase. */
export const openKeyFile = async (args: Args, io: Io, path: string): Promise<KeyPair> =>
  (await askForKey(args, io, path))()

/** Asks for the passphrase of a key. The function that it returns opens the key, which takes half a second. */
export async function askForKey(args: Args, io: Io, path: string): Promise<() => KeyPair> {
  const text = readText(path, "Name the file of the administrator's key.")
  const id = keyFileId(text, path)
  if ((statSync(path).mode & 0o077) !== 0)
    throw new AdminError('KEY_FILE_EXPOSED', `Other users can access ${path}. Run: chmod 600 ${path}`)
  const passphrase = await passphraseOf(args, io, `Passphrase of key ${id}: `)
  return () => openKey(text, passphrase, path)
}

/** Throws if there is no administrator. */
export function requireKey({ key }: AdminState): NonNullable<AdminState['key']> {
  if (key !== null) return key
  throw new AdminError('NO_ADMIN_KEY', 'There is no administrator here yet. To create a key: bailiff admin keygen')
}
