import type { Command } from '../command.ts'

export const controllerReplay: Command = {
  name: 'controller replay',
  summary: 'compute recorded cycles again, without a model',
  usage: '<controller> [--cycle <n>] | <controller> --from-snapshot <id> --bundle <file>',
  words: { min: 1, max: 1, names: '<controller>' },
  details: `Shows the execution_hash of each cycle as recorded and as replayed.
--from-snapshot asks the decide agent of a bundle again, on a snapshot of the
past, and shows its plan beside the one that was made then. The new plan is
recorded and never carried out. This may call a model.
Exit codes: 0 the same, or decided again; 2 differences; 1 error.`,
  example: 'bailiff controller replay config-drift',
  options: {
    cycle: { value: '<n>', help: 'only this cycle; default: all' },
    'from-snapshot': { value: '<id>', help: 'decide again on this snapshot; the start of its id is enough' },
    bundle: { value: '<bundle.yaml>', help: 'the bundle with the decide agent' },
    agents: { value: '<file.mjs>', help: 'a module whose default export maps agent ids to agents' },
  },
  async run(args, io) {
    // Loads the schemas of controllers only if they are needed.
    const { replay } = await import('../controller/replay.ts')
    return replay(args, io)
  },
}
