import type { Home } from '../../ledger/stores/files/home.ts'
import { choosePolicy } from '../choose-policy.ts'
import { parsePolicy } from '../parse.ts'
import { compiledHash, keepCopies, loadCopy } from './copies.ts'
import { gatherFacts } from './load-active-policy.ts'
import { projectRoot, readSource } from './source.ts'

/**
 * Compiles a policy that needs no approval on this machine, because the environment names it or a trusted key signed it, so
 * that the hook can load it. Decides nothing: the copy is used only as long as the name or signature matches.
 */
export function admitPolicy(home: Home, workspace: string, env: NodeJS.ProcessEnv): void {
  const root = projectRoot(workspace)
  const choice = choosePolicy(gatherFacts(home, root, env, 'seal'))
  if (choice.kind !== 'environment' && choice.kind !== 'signed') return
  const hash = compiledHash(home, root, choice.source)
  if (hash !== null && loadCopy(home.dir, root, choice.source, hash).kind === 'policy') return
  const source = readSource(root)
  if (source.kind !== 'read' || source.sha256 !== choice.source) return
  const parsed = parsePolicy(source.policy, source.contract)
  if (parsed.ok) keepCopies(home.dir, root, source.bytes, parsed.compiled, home.keyring.current())
}
