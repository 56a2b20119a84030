import type { Command } from '../command.ts'
import { requirePerson } from '../input/person.ts'

export const adminKeygen: Command = {
  name: 'admin keygen',
  summary: "create the administrator's key (people only)",
  usage: '[--out <file>] [--rotate | --force] [--yes]',
  words: { min: 0, max: 0, names: '' },
  details: `The key signs every change to the parameters of the risk scores. Its file is
encrypted with a passphrase. --rotate replaces the key; the old key signs that.
--force replaces a lost key without a signature: all parameters return to their
defaults, and "bailiff admin history" shows it. Agents are refused with exit
code 3.`,
  example: 'bailiff admin keygen',
  options: {
    out: { value: '<file>', help: 'where to write the key; default: keys/ in the state directory' },
    rotate: { help: 'replace the key; the old key signs' },
    force: { help: 'replace a lost key without a signature' },
    key: { value: '<file>', help: 'with --rotate: the file of the old key' },
    'passphrase-file': { value: '<file>', help: 'read the passphrase from this file instead of the terminal' },
    'new-passphrase-file': { value: '<file>', help: 'with --rotate: the same for the new passphrase' },
    yes: { help: 'with --force: do not ask; agents are still refused' },
  },
  async run(args, io) {
    await requirePerson(io, args, 'admin keygen')
    const { generateKey } = await import('../admin/keygen.ts')
    return generateKey(args, io)
  },
}
