import { dirname } from 'node:path'
import { LedgerError } from '../../ledger/errors.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { sealRecord } from '../../ledger/seal.ts'
import { appendSync } from '../../ledger/stores/files/append.ts'
import { putArtifactSync } from '../../ledger/stores/files/artifacts.ts'
import { ensureDir, writeDurably } from '../../ledger/stores/files/disk.ts'
import type { Home } from '../../ledger/stores/files/home.ts'
import { approvalDraft } from '../approve.ts'
import type { Approval } from '../choose-policy.ts'
import type { Change } from '../diff.ts'
import type { Compiled } from '../policy.ts'
import { type Source, sourceBytes } from '../source.ts'
import { keepCopies } from './copies.ts'
import { approvalPath, POLICY_STREAM } from './layout.ts'
import { pinDigests } from './pins.ts'

/**
 * Approves a policy for a project: writes the copies first, then the ledger entry, then the approval record, which puts
 * it into effect. If interrupted in between, nothing is approved and the call can be repeated. Earlier copies stay.
 */
export function approvePolicy(
  home: Home,
  root: string,
  policy: { source: Source; sourceSha256: string; compiled: Compiled },
  { changes, decision, env }: { changes: readonly Change[]; decision: JsonObject; env?: NodeJS.ProcessEnv },
): Approval {
  const { sourceSha256: source, compiled } = policy
  const key = home.keyring.current()
  keepCopies(home.dir, root, sourceBytes(policy.source), compiled, key)
  const pinned = pinDigests(root, compiled.policy, env)
  const draft = approvalDraft({ project: root, source, compiled: compiled.sha256, changes, decision, pinned })
  const keep = (name: string, bytes: Uint8Array) =>
    putArtifactSync(home.dir, { name, media: 'application/yaml' }, bytes)
  const { policy: written, contract } = policy.source
  const artifacts = [keep('policy.yaml', written), ...(contract === null ? [] : [keep('contract.yaml', contract)])]
  if (appendSync(home, POLICY_STREAM, [{ ...draft, artifacts }]).kind === 'spooled')
    throw new LedgerError(
      'LOCK_TIMEOUT',
      `${POLICY_STREAM} is locked by another process. Nothing was approved; try again.`,
    )
  const approval: Approval = { project: root, source, compiled: compiled.sha256, at: home.now().toISOString(), pinned }
  ensureDir(dirname(approvalPath(home.dir, root)))
  writeDurably(approvalPath(home.dir, root), sealRecord('policy approval', approval, key), 0o600)
  return approval
}
