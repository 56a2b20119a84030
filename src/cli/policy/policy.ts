import { resolve } from 'node:path'
import { fileSize } from '../../ledger/stores/files/disk.ts'
import { requireOwnerOnly } from '../../ledger/stores/files/home.ts'
import { openKeyring } from '../../ledger/stores/files/keyring.ts'
import { currentKeyPath } from '../../ledger/stores/files/layout.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import type { Change } from '../../policy/diff.ts'
import type { Problem } from '../../policy/document.ts'
import type { ParsedPolicy } from '../../policy/parse.ts'
import type { Policy } from '../../policy/policy.ts'
import { CONTRACT_FILE, POLICY_FILE } from '../../policy/project.ts'
import type { Source } from '../../policy/source.ts'
import { projectRoot, type ReadSource, readSource } from '../../policy/stores/source.ts'
import { type Args, EXIT, type Exit, FileError, type Io, type Option } from '../command.ts'
import { json, plural, printable } from '../screens/output.ts'
import { fill } from '../screens/width.ts'

/** Shared by the policy commands. */

export const PROJECT_OPTION: { [name: string]: Option } = {
  project: { value: '<dir>', help: 'the project; default: the one that contains the current folder' },
}

export const rootOf = (args: Args): string => {
  const dir = resolve(args.get('project') ?? '.')
  try {
    return projectRoot(dir)
  } catch (error) {
    throw new FileError(`Cannot find ${dir}. Name a folder that exists.`, { cause: error })
  }
}

/** One line of a list, wrapped to the screen. */
export const listed = (line: string): string => fill(printable(line), '  ', '    ')

/** Opens approved policies and signers; without a ledger there are none. */
export function openIfThere(dir: string): Readable {
  if (fileSize(currentKeyPath(dir)) !== null) requireOwnerOnly(dir)
  return { dir, keyring: openKeyring(dir) }
}

type UsableSource = Extract<ReadSource, { kind: 'read' }>

const FILES = { policy: POLICY_FILE, contract: CONTRACT_FILE }

/** The project's policy and contract. If there is none, the error says how to create one. */
export function requireSource(root: string): UsableSource {
  const source = readSource(root)
  switch (source.kind) {
    case 'read':
      return source
    case 'missing':
      throw new FileError(
        `There is no ${root}/${POLICY_FILE}. "bailiff init" writes one from your checks; "bailiff docs policy" says how to write it yourself.`,
      )
    case 'unusable':
      throw new FileError(`Cannot use ${root}/${FILES[source.what]}: ${source.why}. Replace it with a regular file.`)
  }
}

/** Mentions the contract if it has its own file. */
export const withContract = ({ contract }: Source): string => (contract === null ? '' : ` with ${CONTRACT_FILE}`)

// Only these four load YAML and the schema: other commands would start more slowly for nothing.

export async function parseSource({ policy, contract }: Source): Promise<ParsedPolicy> {
  const { parsePolicy } = await import('../../policy/parse.ts')
  return parsePolicy(policy, contract)
}

/** Parses a project's policy, and follows its commands through the project's own scripts to failures that they hide. */
export async function parseInProject(root: string, source: Source): Promise<ParsedPolicy> {
  const parsed = await parseSource(source)
  if (!parsed.ok) return parsed
  const { hiddenFailures } = await import('../../project/hidden-failures.ts')
  const { listingOf } = await import('../../project/look.ts')
  const hidden = hiddenFailures(listingOf(root), parsed.compiled.policy)
  if (hidden.length === 0) return parsed
  const { readDocument } = await import('../../policy/document.ts')
  const read = readDocument(source.policy)
  const problems = hidden.map(({ validator, message }) => {
    const place = read.ok ? read.document.placeOf(['validators', validator], 'value') : { line: 1, column: 1 }
    return { ...place, message: `validators.${validator}: ${message}` }
  })
  return { ok: false, code: 'POLICY_INVALID', file: POLICY_FILE, problems }
}

/** The meaning of a policy, in sentences. */
export async function meaningOf(policy: Policy): Promise<string[]> {
  const { describePolicy } = await import('../../policy/describe.ts')
  return describePolicy(policy)
}

/** The changes that an approval would make. */
export async function changesFrom(before: Policy | null, after: Policy): Promise<Change[]> {
  const diff = await import('../../policy/diff.ts')
  return diff.changesFrom(before, after)
}

/** One line per problem, which editors and terminals turn into links. */
const renderProblems = (file: string, problems: readonly Problem[]): string =>
  problems.map(({ line, column, message }) => `${file}:${line}:${column}  ${printable(message)}\n`).join('')

/** Lists the problems in an invalid policy or task file. */
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
