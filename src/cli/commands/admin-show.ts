import type { Command } from '../command.ts'
import { requirePerson } from '../input/person.ts'

export const adminShow: Command = {
  name: 'admin show',
  summary: 'show the parameters of the risk scores (people only)',
  usage: '',
  words: { min: 0, max: 0, names: '' },
  details: `Shows each value, its default, its range, and the command that changed it.
Exit codes: 0 shown; 2 the record was altered, so the defaults apply.`,
  example: 'bailiff admin show',
  options: {},
  async run(args, io) {
    await requirePerson(io, args, 'admin show')
    const { showParameters } = await import('../admin/show.ts')
    return showParameters(args, io)
  },
}
