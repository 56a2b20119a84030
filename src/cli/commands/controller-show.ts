import type { Command } from '../command.ts'

export const controllerShow: Command = {
  name: 'controller show',
  summary: 'show a cycle: what it observed, decided and did',
  usage: '<controller> [--cycle <n>] [--artifact <name>]',
  words: { min: 1, max: 1, names: '<controller>' },
  details: `<controller> is a name from "bailiff controller list", or the start of one.
--artifact prints one artifact of the cycle as YAML, or with --json as JSON:
snapshot, plan, report, gap_map, backlog or bundle.
Exit codes: 0 shown; 2 the evidence was altered; 1 error.`,
  example: 'bailiff controller show config-drift --cycle 3',
  options: {
    cycle: { value: '<n>', help: 'the cycle; default: the last one' },
    artifact: { value: '<name>', help: 'print this artifact, as it was recorded' },
  },
  async run(args, io) {
    // Loads the schemas of controllers only if they are needed.
    const { showController } = await import('../controller/show.ts')
    return showController(args, io)
  },
}
