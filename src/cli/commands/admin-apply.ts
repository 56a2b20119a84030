import type { Command } from '../command.ts'
import { requirePerson } from '../input/person.ts'

export const adminApply: Command = {
  name: 'admin apply',
  summary: 'apply a signed change (people only)',
  usage: '<file>',
  words: { min: 1, max: 1, names: '<file>' },
  details: `Takes a file that "bailiff admin sign" wrote. Needs no key and no passphrase.
Exit codes: 0 accepted; 3 refused, with a code; 1 error. Both are recorded.`,
  example: 'bailiff admin apply signed.json',
  options: {},
  async run(args, io) {
    await requirePerson(io, args, 'admin apply')
    const { apply } = await import('../admin/order.ts')
    return apply(args, io)
  },
}
