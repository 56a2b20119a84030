import { type Command, EXIT } from '../command.ts'

export const policySchemaCommand: Command = {
  name: 'policy schema',
  summary: 'print the JSON Schema of policy files, for editors',
  usage: '',
  words: { min: 0, max: 0, names: '' },
  details: `Many editors use it when the first line of the policy is:
# yaml-language-server: $schema=./policy.schema.json`,
  example: 'bailiff policy schema > .bailiff/policy.schema.json',
  options: {},
  async run(_args, io) {
    const { policyJsonSchema } = await import('../../policy/schema.ts')
    io.out(`${JSON.stringify(policyJsonSchema(), null, 2)}\n`)
    return EXIT.fine
  },
}
