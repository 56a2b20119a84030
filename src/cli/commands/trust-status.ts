import type { Command } from '../command.ts'

export const trustStatus: Command = {
  name: 'trust status',
  summary: 'show how well the risk scores do in this project',
  usage: '',
  words: { min: 0, max: 0, names: '' },
  details: `Shows what happens to risky calls and why, five metrics (false positives,
detection, latency, growth of the pattern store, escalation), how the median
score has drifted since the baseline, and how recent scores are distributed.
Rates are about the last 1,000 scored calls, and about outcomes as far as they
were observed. Reads only.`,
  example: 'bailiff trust status',
  options: {},
  async run(args, io) {
    const { showStatus } = await import('../trust/status.ts')
    return showStatus(args, io)
  },
}
