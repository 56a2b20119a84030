import { join, resolve } from 'node:path'
import { POLICY_FILE } from '../../policy/project.ts'
import type { Source } from '../../policy/source.ts'
import { type Command, EXIT } from '../command.ts'
import { readBytes } from '../input/files.ts'
import {
  listed,
  meaningOf,
  PROJECT_OPTION,
  parseInProject,
  parseSource,
  refuseInvalid,
  requireSource,
  rootOf,
  withContract,
} from '../policy/policy.ts'
import { json } from '../screens/output.ts'

export const policyCheck: Command = {
  name: 'policy check',
  summary: 'check a policy file and explain it in plain words',
  usage: '[<file>]',
  words: { min: 0, max: 1, names: '[<file>]' },
  details: `Without a file: .bailiff/policy.yaml of the project, with .bailiff/contract.yaml
if there is one. If there are problems, they are listed with line and
column, and the exit code is 1.`,
  example: 'bailiff policy check',
  options: PROJECT_OPTION,
  async run(args, io) {
    const [named] = args.words
    const { path, source } = named === undefined ? ofProject(rootOf(args)) : readNamed(resolve(named))
    const parsed = await (named === undefined ? parseInProject(rootOf(args), source) : parseSource(source))
    if (!parsed.ok) {
      const file = named === undefined ? join(rootOf(args), parsed.file) : path
      return refuseInvalid(parsed.code, file, parsed.problems, args, io)
    }
    const { sourceSha256: sha256, compiled } = parsed
    const meaning = await meaningOf(compiled.policy)
    if (args.json)
      io.out(json({ ok: true, file: path, sha256, compiledSha256: compiled.sha256, meaning, policy: compiled.policy }))
    else
      io.out(`${path}${withContract(source)} is valid.\n  sha256 ${sha256}\nIt means:\n${meaning.map(listed).join('')}`)
    return EXIT.fine
  },
}

type Named = { path: string; source: Source }

const ofProject = (root: string): Named => ({ path: join(root, POLICY_FILE), source: requireSource(root) })

const readNamed = (path: string): Named => ({
  path,
  source: { policy: readBytes(path, 'Name a policy file.'), contract: null },
})
