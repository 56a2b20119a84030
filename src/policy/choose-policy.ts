import { isHash, isObject } from '../ledger/kinds.ts'
import type { Policy } from './policy.ts'

/** Chooses the active policy from facts alone: the policy file, the approved copy, or the built-in policy. */

/** A person's approval of a policy: hashes of its source, of its compiled form, and of the pinned files at that time. */
export type Approval = {
  project: string
  source: string
  compiled: string
  at: string
  pinned: { [pin: string]: string | null }
}

export type SourceFact =
  | { kind: 'read'; sha256: string }
  | { kind: 'missing' }
  /** The file exists but is not read: it is a symlink, not a regular file, or too large. */
  | { kind: 'unusable'; what: 'policy' | 'contract'; why: string }

export type ApprovalFact =
  | { kind: 'none' }
  | { kind: 'approved'; approval: Approval }
  | { kind: 'tampered'; why: string }

export type Facts = {
  source: SourceFact
  /** The value of `BAILIFF_POLICY_SHA256`, or null if it is unset. */
  named: string | null
  /** The trusted key that signed the current file. */
  signedBy: string | null
  approval: ApprovalFact
}

export type PolicyOrigin = 'environment' | 'signed' | 'approved' | 'approved-copy' | 'built-in'

/** The active policy of a workspace, and the reason why it is active. */
export type ActivePolicy = {
  policy: Policy
  why: PolicyOrigin
  /** The folder it applies to. */
  project: string
  /** True if the project has no policy file. */
  isMissing: boolean
  /** The hash of the source it was compiled from; null for the built-in policy. */
  source: string | null
  /** The time when a person approved it; null if no person did. */
  approvedAt: string | null
  /** The hashes of pinned files at the time of approval; null if no person approved it. */
  pinned: { [pin: string]: string | null } | null
  /** A line for people if the active policy is not the one they might expect. */
  notice: string | null
  finding: 'POLICY_TAMPERED' | null
}

export type Choice = {
  notice: string | null
  finding: 'POLICY_TAMPERED' | null
} & (
  | { kind: 'environment' | 'signed'; source: string }
  | { kind: 'approved' | 'approved-copy'; approval: Approval }
  | { kind: 'built-in' }
)

/**
 * A signature by a trusted key comes first, then a person's approval. The environment takes effect only if no person has
 * approved a policy: setting a variable for an agent must not override a person's decision on this machine.
 */
export function choosePolicy({ source, named, signedBy, approval }: Facts): Choice {
  const sha256 = source.kind === 'read' ? source.sha256 : null
  if (signedBy !== null && sha256 !== null) return { kind: 'signed', source: sha256, notice: null, finding: null }
  if (approval.kind === 'tampered') return tampered(approval.why)
  if (approval.kind === 'approved') return ofApproval(approval.approval, source, named)
  if (sha256 !== null && named?.toLowerCase() === sha256)
    return { kind: 'environment', source: sha256, notice: null, finding: null }
  return { kind: 'built-in', notice: unapproved(source, named), finding: null }
}

export const tampered = (why: string): Choice => ({
  kind: 'built-in',
  finding: 'POLICY_TAMPERED',
  notice: `The approved policy was tampered with: ${why}. It is not used, ${WARN}. Run: bailiff policy approve`,
})

function ofApproval(approval: Approval, source: SourceFact, named: string | null): Choice {
  const isSame = source.kind === 'read' && source.sha256 === approval.source
  const isElsewhere = named !== null && named.toLowerCase() !== approval.source
  if (isSame) return { kind: 'approved', approval, finding: null, notice: isElsewhere ? NAMED_IN_VAIN : null }
  return {
    kind: 'approved-copy',
    approval,
    finding: null,
    notice: `${changed(source)}, so the approved copy is active. ${remedy(source)}`,
  }
}

const NAMED_IN_VAIN =
  'BAILIFF_POLICY_SHA256 does not match the policy approved here, so the approved policy is active. Unset the variable, or approve the policy it names.'

function changed(source: SourceFact): string {
  switch (source.kind) {
    case 'read':
      return 'The policy or contract file differs from the approved one'
    case 'missing':
      return 'The policy file is missing'
    case 'unusable':
      return `The ${source.what} file cannot be used (${source.why})`
  }
}

/** Returns the next step for a person. A missing file cannot be compared. */
function remedy(source: SourceFact): string {
  switch (source.kind) {
    case 'read':
      return 'Run: bailiff policy diff'
    case 'missing':
      return 'Restore it, or write and approve a new one. Run: bailiff init'
    case 'unusable':
      return 'Replace the file. Run: bailiff policy approve'
  }
}

const WARN = 'so claims only get warnings'

/** The notice for a policy that no person has approved. */
export const NOT_APPROVED = `The policy is not approved on this machine, ${WARN}. Run: bailiff policy approve`

function unapproved(source: SourceFact, named: string | null): string {
  switch (source.kind) {
    case 'missing':
      return `This project has no policy, ${WARN}. Run: bailiff init`
    case 'unusable':
      return `The ${source.what} file cannot be used (${source.why}), ${WARN}. ${remedy(source)}`
    case 'read':
      return named === null
        ? NOT_APPROVED
        : `BAILIFF_POLICY_SHA256 does not match this policy, and no policy is approved here, ${WARN}. Correct the variable, or run: bailiff policy approve`
  }
}

/** True if a sealed record is an approval. */
export const isApproval = (value: unknown): value is Approval =>
  isObject(value) &&
  typeof value['project'] === 'string' &&
  isHash(value['source']) &&
  isHash(value['compiled']) &&
  typeof value['at'] === 'string' &&
  isObject(value['pinned'])
