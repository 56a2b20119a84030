import { isHash, isObject } from '../ledger/kinds.ts'
import type { Policy } from './policy.ts'

/** Which policy rules now: a choice between what is written, what was approved and what ships, made from facts alone. */

/** That a person approved a policy: which bytes, what they compile to, and what the pinned files were then. */
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
  /** Something is there that is not read: a link, no plain file, too large. */
  | { kind: 'unusable'; what: 'policy' | 'contract'; why: string }

export type ApprovalFact =
  | { kind: 'none' }
  | { kind: 'approved'; approval: Approval }
  | { kind: 'tampered'; why: string }

export type Facts = {
  source: SourceFact
  /** `BAILIFF_POLICY_SHA256`, where it is set. */
  named: string | null
  /** The trusted key that signed the file as it is now. */
  signedBy: string | null
  approval: ApprovalFact
}

export type RulingKind = 'environment' | 'signed' | 'approved' | 'approved-copy' | 'built-in'

/** The policy that rules a workspace now, and why it is this one. */
export type ActivePolicy = {
  policy: Policy
  why: RulingKind
  /** The folder it rules. */
  project: string
  /** Whether the project has no policy file. */
  isMissing: boolean
  /** The hash of the file that it was compiled from; null for the one that ships. */
  source: string | null
  /** When a person approved it; null where nobody did. */
  approvedAt: string | null
  /** What pinned files were when a person approved; null where nobody did. */
  pinned: { [pin: string]: string | null } | null
  /** A line for the person, where something is not as they might think. */
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
 * A signature by a trusted key counts, then a person's approval. The environment counts only where no person has approved
 * anything: whoever can set a variable for an agent must not be able to undo what a person decided here.
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
  notice: `The approved policy was tampered with (${why}), so it is not used, and no claim can be checked. Run: bailiff policy approve`,
})

function ofApproval(approval: Approval, source: SourceFact, named: string | null): Choice {
  const isSame = source.kind === 'read' && source.sha256 === approval.source
  const isElsewhere = named !== null && named.toLowerCase() !== approval.source
  if (isSame) return { kind: 'approved', approval, finding: null, notice: isElsewhere ? NAMED_IN_VAIN : null }
  return {
    kind: 'approved-copy',
    approval,
    finding: null,
    notice: `${changed(source)}: the copy approved on ${approval.at.slice(0, 10)} rules. ${remedy(source)}`,
  }
}

const NAMED_IN_VAIN =
  'BAILIFF_POLICY_SHA256 names another policy than the one approved here: the approved one rules. Unset it, or approve what it names.'

function changed(source: SourceFact): string {
  switch (source.kind) {
    case 'read':
      return 'The policy, or the contract beside it, is not the approved one'
    case 'missing':
      return 'The policy file is gone'
    case 'unusable':
      return `The ${source.what} file cannot be used (${source.why})`
  }
}

/** What leads on from there: what is gone cannot be compared. */
function remedy(source: SourceFact): string {
  switch (source.kind) {
    case 'read':
      return 'Run: bailiff policy diff'
    case 'missing':
      return 'Put it back as it was, or have a new one written and approved. Run: bailiff init'
    case 'unusable':
      return 'Put a plain file there. Run: bailiff policy approve'
  }
}

function unapproved(source: SourceFact, named: string | null): string {
  const warn = 'claims are only warned about'
  switch (source.kind) {
    case 'missing':
      return `There is no policy: ${warn}. Run: bailiff init`
    case 'unusable':
      return `The ${source.what} file cannot be used (${source.why}): ${warn}.`
    case 'read':
      return named === null
        ? `The policy was not approved on this machine: ${warn}. Run: bailiff policy approve`
        : `BAILIFF_POLICY_SHA256 names another policy than this one, and none was approved here: ${warn}.`
  }
}

/** Whether a sealed record is an approval. */
export const isApproval = (value: unknown): value is Approval =>
  isObject(value) &&
  typeof value['project'] === 'string' &&
  isHash(value['source']) &&
  isHash(value['compiled']) &&
  typeof value['at'] === 'string' &&
  isObject(value['pinned'])
