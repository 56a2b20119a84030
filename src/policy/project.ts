import { sha256 } from '../ledger/digest.ts'

/** The files under `.bailiff/`: the policy, its signature, and the contract if it is not part of the policy. */
export const POLICY_FILE = '.bailiff/policy.yaml'
export const CONTRACT_FILE = '.bailiff/contract.yaml'
export const SIGNATURE_FILE = `${POLICY_FILE}.sig`

/** Maximum size of a policy file. Generous: a policy is a page or two. */
export const MAX_POLICY_BYTES = 256 << 10

/** Returns a project's folder name under `$BAILIFF_HOME/policy`: its own name, for people, plus a hash that makes it unique. */
export function projectId(realPath: string): string {
  const name = realPath.slice(realPath.lastIndexOf('/') + 1).replace(/[^A-Za-z0-9_-]+/g, '-')
  return `${name.slice(0, 40).replace(/^-+|-+$/g, '') || 'project'}-${sha256(realPath).slice(0, 16)}`
}
