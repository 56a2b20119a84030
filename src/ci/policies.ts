import { sha256 } from '../ledger/digest.ts'
import { CONTRACT_FILE, MAX_POLICY_BYTES, POLICY_FILE, SIGNATURE_FILE } from '../policy/project.ts'
import { isSignedBy } from '../policy/signature.ts'
import { type Source, sourceBytes } from '../policy/source.ts'
import { readBlobs } from './blobs.ts'
import type { Git } from './git.ts'
import type { Written } from './ruling.ts'

/** The policy and the contract as a commit has them; null if there is no policy. `key` is a public key that signs policies. */
export async function policyAt(
  git: Git,
  commit: string,
  key: string | null,
): Promise<(Written & { source: Source }) | null> {
  const names = [POLICY_FILE, CONTRACT_FILE, SIGNATURE_FILE].map((file) => `${commit}:${file}`)
  const blobs = await readBlobs(git, names)
  const [policy, contract, signature] = names.map((name) => usable(blobs.get(name)))
  if (policy === null || policy === undefined) return null
  const source = { policy, contract: contract ?? null }
  const bytes = sourceBytes(source)
  const isSigned = key !== null && signature != null && isSignedBy(bytes, signature.toString('latin1'), key)
  return { sha256: sha256(bytes), isSigned, source }
}

/** A file that is too large is no policy. */
const usable = (bytes: Buffer | null | undefined): Buffer | null =>
  bytes == null || bytes.length > MAX_POLICY_BYTES ? null : bytes
