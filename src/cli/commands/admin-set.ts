import { KEY_OPTIONS } from '../admin/key-options.ts'
import type { Command } from '../command.ts'
import { requirePerson } from '../input/person.ts'

export const adminSet: Command = {
  name: 'admin set',
  summary: 'change a parameter of the risk scores (people only)',
  usage: '<name> <value> [--propose <file>]',
  words: { min: 2, max: 2, names: '<name> <value>' },
  details: `Signs the change with the administrator's key and applies it. "bailiff admin
show" lists the parameters and their ranges. Two values take a comma:
mapping 0.25,0.5. Exit codes: 0 accepted; 3 refused; 1 error.`,
  example: 'bailiff admin set threshold 0.35',
  options: {
    ...KEY_OPTIONS,
    propose: { value: '<file>', help: 'only write the change to a file, for "bailiff admin sign"' },
  },
  async run(args, io) {
    await requirePerson(io, args, 'admin set')
    const { settingOf } = await import('../admin/value.ts')
    const { order } = await import('../admin/order.ts')
    const [name = '', value = ''] = args.words
    return order(args, io, settingOf(name, value))
  },
}
