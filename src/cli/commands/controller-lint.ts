import type { Command } from '../command.ts'

export const controllerLint: Command = {
  name: 'controller lint',
  summary: 'check a bundle file, and list its problems by line',
  usage: '<bundle.yaml>',
  words: { min: 1, max: 1, names: '<bundle.yaml>' },
  details: `Each problem has its line, column and code. Drivers that are not built in are
only warned about, because a program may supply them.
Exit codes: 0 valid; 1 problems, or the file cannot be read.`,
  example: 'bailiff controller lint bundle.yaml',
  options: {},
  async run(args, io) {
    // YAML and the schemas are loaded only here: other commands would start more slowly for nothing.
    const { lintBundleFile } = await import('../controller/lint.ts')
    return lintBundleFile(args, io)
  },
}
