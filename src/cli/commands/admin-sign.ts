import { KEY_OPTIONS } from '../admin/key-options.ts'
import type { Command } from '../command.ts'
import { requirePerson } from '../input/person.ts'

export const adminSign: Command = {
  name: 'admin sign',
  summary: 'sign a proposed change, on any machine (people only)',
  usage: '<file> [--key <file>] [--out <file>]',
  words: { min: 1, max: 1, names: '<file>' },
  details: `Takes a file that "bailiff admin set --propose" wrote. Needs no ledger, so the
key can stay on a machine without agents. The signature is valid for 10 minutes.`,
  example: 'bailiff admin sign change.json --key admin.json --out signed.json',
  options: {
    ...KEY_OPTIONS,
    out: { value: '<file>', help: 'where to write the signed command; default: standard output' },
  },
  async run(args, io) {
    await requirePerson(io, args, 'admin sign')
    const { sign } = await import('../admin/order.ts')
    return sign(args, io)
  },
}
