import type { Command } from '../command.ts'

export const controllerVerify: Command = {
  name: 'controller verify',
  summary: 'recompute the hashes of a file or a controller',
  usage: '<file.yaml|file.json|controller> [--cycle <n>]',
  words: { min: 1, max: 1, names: '<file.yaml|file.json|controller>' },
  details: `A file: every hash and id in it must fit its content. A file alone proves only
that; whether it is what was recorded, the ledger says.
A controller: audits its stream, reads back every artifact, judges every effect
again and writes every report again. Reads only.
Exit codes: 0 intact; 2 altered; 1 not an artifact, or no such controller.`,
  example: 'bailiff controller verify controller_artifacts/execution_report.yaml',
  options: { cycle: { value: '<n>', help: 'replay only this cycle; default: all' } },
  async run(args, io) {
    // Loads the schemas of controllers only if they are needed.
    const { verifyController } = await import('../controller/verify.ts')
    return verifyController(args, io)
  },
}
