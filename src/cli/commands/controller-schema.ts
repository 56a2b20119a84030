import { type Command, EXIT } from '../command.ts'

export const controllerSchema: Command = {
  name: 'controller schema',
  summary: 'print the JSON Schema of bundles and artifacts',
  usage: '<bundle|snapshot|plan|report|gap_map|backlog>',
  words: { min: 1, max: 1, names: '<bundle|snapshot|plan|report|gap_map|backlog>' },
  details: `Many editors use it if the first line of the bundle is:
# yaml-language-server: $schema=./bundle.schema.json`,
  example: 'bailiff controller schema bundle > bundle.schema.json',
  options: {},
  async run(args, io) {
    const { schemaOf } = await import('../controller/schema.ts')
    io.out(`${JSON.stringify(schemaOf(args.words[0] ?? ''), null, 2)}\n`)
    return EXIT.fine
  },
}
