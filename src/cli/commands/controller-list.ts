import type { Command } from '../command.ts'

export const controllerList: Command = {
  name: 'controller list',
  summary: 'list controllers: how they ended, what is unresolved',
  usage: '',
  words: { min: 0, max: 0, names: '' },
  details: `The most recently active one is last. UNKNOWN counts effects whose outcome is
unknown; "bailiff controller show" says how to resolve them. STATE says which
process runs it, or how the last cycle ended.
Exit codes: 0 listed; 2 the evidence of one was altered.`,
  example: 'bailiff controller list',
  options: {},
  async run(args, io) {
    // Loads the schemas of controllers only if they are needed.
    const { listControllers } = await import('../controller/list.ts')
    return listControllers(args, io)
  },
}
