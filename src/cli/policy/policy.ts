import { resolve } from 'node:path'
import { fileSize } from '../../ledger/stores/files/disk.ts'
import { requireOwnerOnly } from '../../ledger/stores/files/home.ts'
import { openKeyring } from '../../ledger/stores/files/keyring.ts'
import { currentKeyPath } from '../../ledger/stores/files/layout.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import type { Problem } from '../../policy/document.ts'
import type { ParsedPolicy } from '../../policy/parse.ts'
import { CONTRACT_FILE, POLICY_FILE } from '../../policy/project.ts'
import type { Source } from '../../policy/source.ts'
import { projectRoot, type ReadSource, readSource } from '../../policy/stores/source.ts'
import { type Args, EXIT, type Exit, FileError, type Io, type Option } from '../command.ts'
import { json, plural, printable } from '../screens/output.ts'

/** What the policy commands share. */

export const PROJECT_OPTION: { [name: string]: Option } = {
  project: { value: '<dir>', help: 'the project; default: the one around the current folder' },
}

export const rootOf = (args: Args): string => {
  const dir = resolve(args.get('project') ?? '.')
  try {
    return projectRoot(dir)
  } catch (error) {
    throw new FileError(`Cannot find ${dir}. Name a folder that exists.`, { cause: error })
  }
}

/** Whatever approved policies and signers there are; where there is no ledger, there are none. */
export function openIfThere(dir: string): Readable {
  if (fileSize(currentKeyPath(dir)) !== null) requireOwnerOnly(dir)
  return { dir, keyring: openKeyring(dir) }
}

type UsableSource = Extract<ReadSource, { kind: 'read' }>

const FILES = { policy: POLICY_FILE, contract: CONTRACT_FILE }

/** The project's policy, and its contract; or what a person has to do to have one. */
export function requireSource(root: string): UsableSource {
  const source = readSource(root)
  switch (source.kind) {
    case 'read':
      return source
    case 'missing':
      throw new FileError(
        `There is no ${root}/${POLICY_FILE}. Run: bailiff init, which writes one from your checks; docs/policy.md says how to write it yourself.`,
      )
    case 'unusable':
      throw new FileError(`Cannot use ${root}/${FILES[source.what]}: ${source.why}. Put a plain file there.`)
  }
}

/** What is said of the contract, where it is a file of its own. */
export const withContract = ({ contract }: Source): string => (contract === null ? '' : ` with ${CONTRACT_FILE}`)

/** YAML and the schema are loaded here only: every other command would wait for them in vain. */
export async function parseSource({ policy, contract }: Source): Promise<ParsedPolicy> {
  const { parsePolicy } = await import('../../policy/parse.ts')
  return parsePolicy(policy, contract)
}

/** One line a problem, as editors and terminals make links of it. */
const renderProblems = (file: string, problems: readonly Problem[]): string =>
  problems.map(({ line, column, message }) => `${file}:${line}:${column}  ${printable(message)}\n`).join('')

/** Says what is wrong with a file that no policy, or no task, can be read from. */
export function refuseInvalid(
  code: 'POLICY_INVALID' | 'CONTRACT_TWICE' | 'TASK_INVALID',
  file: string,
  problems: readonly Problem[],
  args: Args,
  io: Io,
): Exit {
  if (args.json) io.out(json({ ok: false, code, file, problems }))
  else io.err(`${renderProblems(file, problems)}${plural(problems.length, 'problem')} [${code}]\n`)
  return EXIT.error
}
