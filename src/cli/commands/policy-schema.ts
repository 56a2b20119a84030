import { type Command, EXIT } from '../command.ts'

export const policySchemaCommand: Command = {
  name: 'policy schema',
  summary: 'print the JSON Schema of policy files, for editors',
  usage: '[--contract]',
  words: { min: 0, max: 0, names: '' },
  details: `Many editors use it if the first line of the policy is:
# yaml-language-server: $schema=./policy.schema.json
The same works for a contract in its own file.`,
  example: 'bailiff policy schema > .bailiff/policy.schema.json',
  options: { contract: { help: 'print the schema of .bailiff/contract.yaml' } },
  async run(args, io) {
    const { contractJsonSchema, policyJsonSchema } = await import('../../policy/schema.ts')
    const schema = args.has('contract') ? contractJsonSchema() : policyJsonSchema()
    io.out(`${JSON.stringify(schema, null, 2)}\n`)
    return EXIT.fine
  },
}
