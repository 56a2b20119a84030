import { resolve } from 'node:path'
import { describePolicy } from '../../policy/describe.ts'
import { type Command, EXIT } from '../command.ts'
import { readBytes } from '../files.ts'
import { json, printable } from '../output.ts'
import { PROJECT_OPTION, parseSource, refuseInvalid, requireSource, rootOf } from '../policy.ts'

export const policyCheck: Command = {
  name: 'policy check',
  summary: 'check a policy file, and say in plain words what it means',
  usage: '[<file>]',
  words: { min: 0, max: 1, names: '[<file>]' },
  details: `Without a file, the project's .bailiff/policy.yaml. What is wrong is listed with line and column, and the exit code is 1.`,
  example: 'bailiff policy check',
  options: PROJECT_OPTION,
  async run(args, io) {
    const [named] = args.words
    const { file: path, bytes } = named === undefined ? requireSource(rootOf(args)) : readNamed(resolve(named))
    const parsed = await parseSource({ bytes })
    if (!parsed.ok) return refuseInvalid('POLICY_INVALID', path, parsed.problems, args, io)
    const { sourceSha256: sha256, compiled } = parsed
    const meaning = describePolicy(compiled.policy)
    if (args.json)
      io.out(json({ ok: true, file: path, sha256, compiledSha256: compiled.sha256, meaning, policy: compiled.policy }))
    else io.out(`${path} is a policy (sha256 ${sha256}).\n${meaning.map((line) => `  ${printable(line)}\n`).join('')}`)
    return EXIT.fine
  },
}

const readNamed = (file: string): { file: string; bytes: Buffer } => ({
  file,
  bytes: readBytes(file, 'Name a policy file.'),
})
