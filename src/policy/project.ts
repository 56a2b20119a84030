import { sha256 } from '../ledger/digest.ts'

/** What stands under `.bailiff/`: the policy, its signature, and a contract where it is not part of the policy. */
export const POLICY_FILE = '.bailiff/policy.yaml'
export const CONTRACT_FILE = '.bailiff/contract.yaml'
export const SIGNATURE_FILE = `${POLICY_FILE}.sig`

/** A policy is a page or two. */
export const MAX_POLICY_BYTES = 256 << 10

/** What a project is called under `$BAILIFF_HOME/policy`: its folder's name for people, and a hash so that no two are mixed up. */
export function projectId(realPath: string): string {
  const name = realPath.slice(realPath.lastIndexOf('/') + 1).replace(/[^A-Za-z0-9_-]+/g, '-')
  return `${name.slice(0, 40).replace(/^-+|-+$/g, '') || 'project'}-${sha256(realPath).slice(0, 16)}`
}
