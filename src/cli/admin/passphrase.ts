import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { MIN_PASSPHRASE } from '../../trust/admin/drivers/key-file.ts'
import { AdminError } from '../../trust/admin/errors.ts'
import type { Args, Io } from '../command.ts'
import { readText, requireReadable } from '../input/files.ts'

/** Asks for the passphrase of a key, or reads it from the file that the option names. */
export async function passphraseOf(args: Args, io: Io, question: string): Promise<string> {
  return given(args, 'passphrase-file') ?? (await ask(io, question, 'passphrase-file'))
}

/** Asks for a new passphrase, twice, or reads it from the file that the option names. */
export async function newPassphrase(
  args: Args,
  io: Io,
  option: 'passphrase-file' | 'new-passphrase-file',
): Promise<string> {
  const file = given(args, option)
  if (file !== null) return requireLength(file)
  const question = `New passphrase, at least ${MIN_PASSPHRASE} characters: `
  const first = requireLength(await ask(io, question, option))
  if ((await ask(io, 'The same passphrase again: ', option)) === first) return first
  throw new AdminError('PASSPHRASE_DIFFERS', 'The second passphrase differs from the first. Nothing was changed.')
}

function requireLength(passphrase: string): string {
  if ([...passphrase].length >= MIN_PASSPHRASE) return passphrase
  throw new AdminError(
    'PASSPHRASE_SHORT',
    `A passphrase needs at least ${MIN_PASSPHRASE} characters. Nothing was changed.`,
  )
}

async function ask(io: Io, question: string, option: string): Promise<string> {
  const answer = await io.secret(question)
  if (answer !== null) return answer
  throw new AdminError('PASSPHRASE_MISSING', `There is no terminal to ask for the passphrase. Pass --${option} <file>.`)
}

function given(args: Args, option: string): string | null {
  const name = args.get(option)
  if (name === undefined) return null
  const path = resolve(name)
  requireReadable(path, 'Name the file that holds the passphrase.')
  if ((statSync(path).mode & 0o077) !== 0)
    throw new AdminError('PASSPHRASE_EXPOSED', `Other users can access ${path}. Run: chmod 600 ${path}`)
  return readText(path, 'Name the file that holds the passphrase.').replace(/\r?\n$/, '')
}
