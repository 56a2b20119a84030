import type { Command } from '../command.ts'

export const trustTune: Command = {
  name: 'trust tune',
  summary: 'propose better parameters, from recorded calls',
  usage: '[<file>] [--detection <share>] [--latency <ms>] [--proposal <file>]',
  words: { min: 0, max: 1, names: '[<file>]' },
  details: `Replays recorded calls under other parameters, to a project that knows nothing
yet: the calls of a file, as "bailiff trust replay" reads it, or this project's
own with their observed outcomes. Looks for the fewest false positives, with
detection above a share and a median latency below a limit. Shows the candidates
that no other beats, and proposes one. Nothing applies itself: an administrator
signs the proposal, or does not. 6,000 calls take about half a minute.`,
  example: 'bailiff trust tune --detection 0.9 --proposal proposal.json',
  options: {
    detection: { value: '<share>', help: 'the detection to exceed, from 0 to 1; default: 0.95' },
    latency: { value: '<ms>', help: 'the median latency to stay below; default: 200' },
    proposal: { value: '<file>', help: 'where to write the proposal as JSON, for "bailiff admin sign"' },
  },
  async run(args, io) {
    const { tune } = await import('../trust/tune.ts')
    return tune(args, io)
  },
}
