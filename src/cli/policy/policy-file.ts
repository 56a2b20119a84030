import { existsSync, mkdirSync, rmSync, statSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { removeFolders, requireWritable } from '../../hosts/install/file.ts'
import { sha256 } from '../../ledger/digest.ts'
import type { Entry } from '../../ledger/kinds.ts'
import { appendSync } from '../../ledger/stores/files/append.ts'
import { readTextIfThere, writeDurably } from '../../ledger/stores/files/disk.ts'
import type { Home } from '../../ledger/stores/files/home.ts'
import { readChain } from '../../ledger/stores/files/read.ts'
import { isBegun } from '../../ledger/stores/files/recent.ts'
import { CONTRACT_FILE, POLICY_FILE } from '../../policy/project.ts'
import { approvePolicy } from '../../policy/stores/approve.ts'
import { approvalPath, POLICY_STREAM } from '../../policy/stores/layout.ts'
import { loadActivePolicy } from '../../policy/stores/load-active-policy.ts'
import { run } from '../../process/run.ts'
import type { Decision } from '../../session/who.ts'
import type { Io } from '../command.ts'
import { FileError } from '../command.ts'
import { changesFrom, parseSource } from './policy.ts'

/** The policy file that `bailiff init` writes and `bailiff uninstall` removes. */

/** Throws if the policy file cannot be written, before anything else is written. */
export function requireRoom(root: string): void {
  const folder = join(root, dirname(POLICY_FILE))
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (stat !== undefined && !stat.isDirectory())
    throw new FileError(`${folder} is not a folder, so no policy can be written there. Move it away.`)
  // The contract would be approved with the policy, although no one has been shown it.
  if (existsSync(join(root, CONTRACT_FILE)))
    throw new FileError(
      `${join(root, CONTRACT_FILE)} exists without a policy. Move it away, and approve it once there is a policy.`,
    )
  requireWritable({ path: join(root, POLICY_FILE), target: join(root, POLICY_FILE), bytes: null })
}

/** Writes a project's first policy, and approves it in the person's name. */
export async function writePolicy(
  home: Home,
  root: string,
  text: string,
  decision: Decision,
  { env }: Pick<Io, 'env'>,
): Promise<void> {
  const bytes = Buffer.from(text)
  const source = { policy: bytes, contract: null }
  const parsed = await parseSource(source)
  if (!parsed.ok) throw new Error(`The drafted policy is invalid: ${parsed.problems[0]?.message}`)
  const { sourceSha256, compiled } = parsed
  const body = { project: root, source: sourceSha256, isNewFolder: !existsSync(join(root, dirname(POLICY_FILE))) }
  appendSync(home, POLICY_STREAM, [{ kind: 'policy.written', actor: 'admin', body }])
  mkdirSync(join(root, dirname(POLICY_FILE)), { recursive: true })
  writeDurably(join(root, POLICY_FILE), bytes, 0o644)
  // An approval may have outlived its file: changes that weaken it are reported.
  const before = loadActivePolicy(home, root, {}, 'ledger')
  const isFirst = before.source === null
  const compared = await changesFrom(isFirst ? null : before.policy, compiled.policy)
  // A first policy weakens nothing that a person approved.
  const changes = isFirst ? compared.map((change) => ({ ...change, weaker: false })) : compared
  approvePolicy(home, root, { source, sourceSha256, compiled }, { changes, decision, env })
}

type Written = { root: string; source: string; isNewFolder: boolean }

/** A policy that init wrote. If nobody else changed or committed it, it is removed with the hooks; otherwise it stays. */
export type WrittenPolicy = Written & { path: string; stays: Staying | null }

export type Staying = 'changed' | 'in-git' | 'no-git' | 'unusable'

/** The policy files that init wrote and that still exist. */
export async function policiesWritten(home: Home): Promise<WrittenPolicy[]> {
  const entries = isBegun(home.dir, POLICY_STREAM) ? [...readChain(home, POLICY_STREAM)] : []
  const written = new Map(entries.flatMap(writtenIn).map((one) => [one.root, one]))
  const found: WrittenPolicy[] = []
  for (const one of written.values()) {
    const path = join(one.root, POLICY_FILE)
    const stays = await stayingOf(one, path)
    if (stays !== 'gone') found.push({ ...one, path, stays })
  }
  return found
}

const writtenIn = ({ kind, body }: Entry): Written[] =>
  kind === 'policy.written'
    ? [{ root: String(body['project']), source: String(body['source']), isNewFolder: body['isNewFolder'] === true }]
    : []

async function stayingOf({ root, source }: Written, path: string): Promise<Staying | 'gone' | null> {
  try {
    const text = readTextIfThere(path)
    if (text === null) return 'gone'
    if (sha256(text) !== source) return 'changed'
    requireWritable({ path, target: path, bytes: Buffer.from(text) })
  } catch {
    return 'unusable'
  }
  const listed = await run('git', ['ls-files', '--error-unmatch', POLICY_FILE], { cwd: root, env: process.env })
  // If git cannot tell, the file stays.
  return listed.exit === 1 ? null : listed.exit === 0 ? 'in-git' : 'no-git'
}

/**
 * Withdraws the approval of a policy whose file is gone, so that nothing warns about that file later. First the ledger's entry,
 * then the record: without the entry, a missing record counts as removed by someone else.
 */
export function withdrawPolicy(home: Home, root: string, decision: Decision): void {
  const body = { project: root, ...decision }
  if (appendSync(home, POLICY_STREAM, [{ kind: 'policy.withdrawn', actor: 'admin', body }]).kind === 'spooled') return
  rmSync(approvalPath(home.dir, root), { force: true })
}

export function removePolicy({ root, path, isNewFolder }: WrittenPolicy): void {
  unlinkSync(path)
  if (isNewFolder) removeFolders([join(root, dirname(POLICY_FILE))])
}
