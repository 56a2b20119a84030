import { resolve } from 'node:path'
import { fileSize, removeIfThere, writeDurably } from '../../ledger/stores/files/disk.ts'
import { closeHome, type Home } from '../../ledger/stores/files/home.ts'
import { openFiles } from '../../ledger/stores/files/open.ts'
import { addKey, applyCommand, requireAdmin, requireNoKey } from '../../trust/admin/drivers/apply.ts'
import { createKeyPair, type KeyPair, sealKey } from '../../trust/admin/drivers/key-file.ts'
import { adminKeyPath, rememberPlace } from '../../trust/admin/drivers/key-places.ts'
import { signCommand } from '../../trust/admin/drivers/sign.ts'
import { type Args, EXIT, type Exit, type Io, UsageError } from '../command.ts'
import { requireConfirmation } from '../input/confirm.ts'
import { requireNew } from '../input/files.ts'
import { requireNoSession } from '../input/person.ts'
import { json } from '../screens/output.ts'
import { fill } from '../screens/width.ts'
import { askForKey, keyPathOf } from './key.ts'
import { newPassphrase } from './passphrase.ts'
import { proposalOf } from './proposal.ts'

/** Implements `bailiff admin keygen`. */
export async function generateKey(args: Args, io: Io): Promise<Exit> {
  if (args.has('rotate') && args.has('force')) throw new UsageError('Give either --rotate or --force, not both.')
  const home = openFiles(args.home)
  try {
    const made = args.has('rotate') ? await rotate(home, args, io) : await begin(home, args, io)
    io.out(args.json ? json({ ok: true, ...made }) : screen(made))
    return EXIT.fine
  } finally {
    closeHome(home)
  }
}

type Made = { key: string; file: string; publicKey: string }

/** The first key, or one by force. The file comes first: a key on record without a file could sign nothing. */
async function begin(home: Home, args: Args, io: Io): Promise<Made> {
  const isForced = args.has('force')
  if (isForced) {
    await requireNoSession(args, 'admin keygen')
    if (!args.json) io.out(fill(FORCING))
    await requireConfirmation(io, args, 'admin keygen', 'replace')
  } else requireNoKey(requireAdmin(home))
  const pair = createKeyPair()
  const file = newKeyPath(home, args.get('out'), pair)
  writeKey(home, file, sealKey(pair, await newPassphrase(args, io, 'passphrase-file')))
  keepingFile(file, () => addKey(home, pair.publicKey, isForced ? 'forced' : 'first'))
  return { key: pair.id, file, publicKey: pair.publicKey }
}

const FORCING =
  'The new key replaces the current one without its signature, and all parameters return to their defaults. This stays on record.'

async function rotate(home: Home, args: Args, io: Io): Promise<Made> {
  const state = requireAdmin(home)
  const oldFile = keyPathOf(args, state)
  const pair = createKeyPair()
  const file = newKeyPath(home, args.get('out'), pair)
  // Both questions come first: between them the terminal would show what is typed ahead.
  const openOld = await askForKey(args, io, oldFile)
  const passphrase = await newPassphrase(args, io, 'new-passphrase-file')
  const old = openOld()
  writeKey(home, file, sealKey(pair, passphrase))
  const proposal = proposalOf(home, state, { kind: 'rotate', publicKey: pair.publicKey })
  const command = signCommand(proposal, old, home.now().toISOString())
  keepingFile(file, () => applyCommand(home, JSON.stringify(command)))
  // The old key can sign nothing any more. A file of the person's own is left to them.
  if (oldFile === adminKeyPath(home.dir, old.id)) removeIfThere(oldFile)
  return { key: pair.id, file, publicKey: pair.publicKey }
}

function newKeyPath(home: Home, named: string | undefined, { id }: KeyPair): string {
  const file = named === undefined ? adminKeyPath(home.dir, id) : resolve(named)
  requireNew(file)
  return file
}

/** Writes a key file; the guard learns its place before it exists. */
function writeKey(home: Home, file: string, text: string): void {
  if (!file.startsWith(`${home.dir}/keys/`)) rememberPlace(home.dir, file)
  writeDurably(file, text, 0o600)
}

/** Removes the file of a key that did not come into use. */
function keepingFile(file: string, act: () => void): void {
  try {
    act()
  } catch (error) {
    if (fileSize(file) !== null) removeIfThere(file)
    throw error
  }
}

const screen = ({ key, file }: Made): string =>
  `Key ${key} is now the administrator's. It is in
  ${file}
${fill('Keep a copy of the file, and the passphrase, in another place: nobody can restore them.')}To change a parameter: bailiff admin set threshold 0.35
`
