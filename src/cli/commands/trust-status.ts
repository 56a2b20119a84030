import type { Command } from '../command.ts'

export const trustStatus: Command = {
  name: 'trust status',
  summary: "show this project's experience with the risk scores",
  usage: '',
  words: { min: 0, max: 0, names: '' },
  details: `Shows what happens to risky calls in this project and why, and how recent scores
are distributed.`,
  example: 'bailiff trust status',
  options: {},
  async run(args, io) {
    const { showStatus } = await import('../trust/status.ts')
    return showStatus(args, io)
  },
}
