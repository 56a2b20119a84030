import type { Command } from '../command.ts'

export const trustObserve: Command = {
  name: 'trust observe',
  summary: 'list observed outcomes of calls, and what they taught',
  usage: '[--limit <n>]',
  words: { min: 0, max: 0, names: '' },
  details: `The newest comes first. Harm is: violation, a check denied the call; rejection,
a person refused it; rollback, a person undid what it changed; failure, it
destroyed something and then a validator failed. "fine": a person approved a
flagged call, or validators passed after it. Reads only: the hooks observe and
learn by themselves, and no command teaches.`,
  example: 'bailiff trust observe --limit 5',
  options: { limit: { value: '<n>', help: 'how many outcomes; default: 20' } },
  async run(args, io) {
    const { observe } = await import('../trust/observe.ts')
    return observe(args, io)
  },
}
