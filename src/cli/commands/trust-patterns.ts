import type { Command } from '../command.ts'

export const trustPatterns: Command = {
  name: 'trust patterns',
  summary: 'list the patterns that calls are compared with',
  usage: '[<text>] [--category <name>] [--exemplars | --learnt]',
  words: { min: 0, max: 1, names: '[<text>]' },
  details: `Without arguments: how many there are of each category, in the pack that comes
with Bailiff and learnt in this project. With --learnt: the patterns that harm
in this project has taught, with the ids that "bailiff trust undo" takes.`,
  example: 'bailiff trust patterns ssh --category credential_access',
  options: {
    category: { value: '<name>', help: 'only patterns of one category, such as exfiltration' },
    learnt: { help: 'list what this project has learnt: ids, weights and ages; archived patterns too' },
    exemplars: { help: 'list benign exemplars instead of danger patterns' },
  },
  async run(args, io) {
    const { listPatterns } = await import('../trust/patterns.ts')
    return listPatterns(args, io)
  },
}
