import type { Command } from '../command.ts'
import { requirePerson } from '../input/person.ts'

export const adminHistory: Command = {
  name: 'admin history',
  summary: 'list accepted and refused commands (people only)',
  usage: '[--all]',
  words: { min: 0, max: 0, names: '' },
  details: `The newest command is last. Also lists keys, and attempts by agents to run
these commands.`,
  example: 'bailiff admin history',
  options: { all: { help: 'list everything; default: the last 30' } },
  async run(args, io) {
    await requirePerson(io, args, 'admin history')
    const { showHistory } = await import('../admin/history.ts')
    return showHistory(args, io)
  },
}
