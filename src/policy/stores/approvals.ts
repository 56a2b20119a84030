import { fileSize } from '../../ledger/stores/files/disk.ts'
import { recentEntries } from '../../ledger/stores/files/recent.ts'
import { readSealed } from '../../ledger/stores/files/sealed-record.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { type ApprovalFact, isApproval } from '../choose-policy.ts'
import { approvalPath, POLICY_STREAM } from './layout.ts'

/** Depth of an approval check: its seal only, or also the ledger, which detects a restored older approval. */
export type Depth = 'seal' | 'ledger'

/** Reads the approval of a project and checks that its record is intact. */
export function readApproval(home: Readable, root: string, depth: Depth): ApprovalFact {
  const path = approvalPath(home.dir, root)
  const opened = fileSize(path) === null ? null : readSealed(home, 'policy approval', path)
  if (opened === null) return depth === 'ledger' && lastApproved(home, root) !== null ? REMOVED : { kind: 'none' }
  if (opened.kind === 'broken' || !isApproval(opened.record) || opened.record.project !== root) return BROKEN
  const approval = opened.record
  // A retired key may have leaked, so an approval sealed with one must match the ledger.
  const isCurrent = opened.key === home.keyring.current().id
  if (isCurrent && depth === 'seal') return { kind: 'approved', approval }
  const last = lastApproved(home, root)
  const isLast = last?.source === approval.source && last.compiled === approval.compiled
  return isLast ? { kind: 'approved', approval } : OUTDATED
}

const BROKEN: ApprovalFact = { kind: 'tampered', why: 'its approval record is not sealed by this ledger' }
const REMOVED: ApprovalFact = { kind: 'tampered', why: 'its approval record was removed' }
const OUTDATED: ApprovalFact = { kind: 'tampered', why: 'the last approval in the ledger is a different one' }

/** Returns the last approval of a project in the ledger; null if there is none, or a person withdrew it. */
function lastApproved(home: Readable, root: string): { source: unknown; compiled: unknown } | null {
  for (const { kind, body } of recentEntries(home, POLICY_STREAM)) {
    if (kind === 'policy.withdrawn' && body['project'] === root) return null
    if (kind === 'policy.approved' && body['project'] === root)
      return { source: body['source'], compiled: body['compiled'] }
  }
  return null
}
