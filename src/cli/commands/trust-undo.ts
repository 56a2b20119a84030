import type { Command } from '../command.ts'

export const trustUndo: Command = {
  name: 'trust undo',
  summary: 'take the last change of a pattern back (people only)',
  usage: '<pattern> [--yes]',
  words: { min: 1, max: 1, names: '<pattern>' },
  details: `<pattern> is an id from "bailiff trust patterns --learnt"; its beginning is
enough if no other pattern has the same. A pattern that was just learnt is
archived, and scores nothing until the same harm happens again. One that
decayed, was damped or was archived gets its earlier weight back. Run it again
to go back further. The change is recorded. Agents are refused with exit code 3.`,
  example: 'bailiff trust undo 4e4f552f',
  options: { yes: { help: 'do not ask; agents are still refused' } },
  async run(args, io) {
    const { undo } = await import('../trust/undo.ts')
    return undo(args, io)
  },
}
