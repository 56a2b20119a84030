import { KEY_OPTIONS } from '../admin/key-options.ts'
import type { Command } from '../command.ts'
import { requirePerson } from '../input/person.ts'

export const adminRecalibrate: Command = {
  name: 'admin recalibrate',
  summary: 'recalibrate the risk scores early (people only)',
  usage: '[--forget-since <time>] [--propose <file>]',
  words: { min: 0, max: 0, names: '' },
  details: `Every project carries it out at the start of its next session or at the end of
a turn: the threshold returns to the one that you set, and the median score of
now becomes the baseline. With --forget-since, what was learnt from that time on
is forgotten, for example because outcomes were poisoned.
Exit codes: 0 accepted; 3 refused; 1 error.`,
  example: 'bailiff admin recalibrate',
  options: {
    'forget-since': { value: '<time>', help: 'forget what was learnt since then, such as 2026-03-01T09:00:00Z' },
    ...KEY_OPTIONS,
    propose: { value: '<file>', help: 'only write the command to a file, for "bailiff admin sign"' },
  },
  async run(args, io) {
    await requirePerson(io, args, 'admin recalibrate')
    const { order } = await import('../admin/order.ts')
    const { timeIn } = await import('../input/time.ts')
    const since = args.get('forget-since')
    return order(args, io, { kind: 'recalibrate', since: since === undefined ? null : timeIn(since) })
  },
}
