import { KEY_OPTIONS } from '../admin/key-options.ts'
import type { Command } from '../command.ts'
import { requirePerson } from '../input/person.ts'

export const adminRecalibrate: Command = {
  name: 'admin recalibrate',
  summary: 'have every project recalibrate its risk scores (people only)',
  usage: '[--propose <file>]',
  words: { min: 0, max: 0, names: '' },
  details: `Records a signed command to recalibrate now, before the window of calls is over.
Exit codes: 0 accepted; 3 refused; 1 error.`,
  example: 'bailiff admin recalibrate',
  options: {
    ...KEY_OPTIONS,
    propose: { value: '<file>', help: 'only write the command to a file, for "bailiff admin sign"' },
  },
  async run(args, io) {
    await requirePerson(io, args, 'admin recalibrate')
    const { order } = await import('../admin/order.ts')
    return order(args, io, { kind: 'recalibrate' })
  },
}
