import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { mainWorktree } from '../../project/stores/git-folder.ts'
import { builtInPolicy } from '../built-in.ts'
import {
  type ActivePolicy,
  type Choice,
  choosePolicy,
  type Facts,
  type PolicyOrigin,
  type SourceFact,
  tampered,
} from '../choose-policy.ts'
import type { Policy } from '../policy.ts'
import { type Depth, readApproval } from './approvals.ts'
import { compiledHash, type LoadedCopy, loadCopy } from './copies.ts'
import { findSigner } from './signers.ts'
import { projectRoot, type ReadSource, readSignature, readSource } from './source.ts'

/**
 * Returns the active policy. Light enough for a hook: it loads the compiled copy and checks it against the approval, without
 * YAML or the schema. `depth` 'ledger' also detects a restored older approval.
 */
export function loadActivePolicy(
  home: Readable,
  workspace: string,
  env: NodeJS.ProcessEnv,
  depth: Depth = 'seal',
): ActivePolicy {
  const root = projectRoot(workspace)
  const own = gatherFacts(home, root, env, depth)
  const { ruler, facts } = ownOrMain(home, root, own, depth)
  const chosen = load(home, ruler, facts, choosePolicy(facts))
  return { ...chosen, project: root, isMissing: facts.source.kind === 'missing' }
}

/** The facts of a project, and the folder that the approval is about: a linked worktree has that of the main one. */
function ownOrMain(home: Readable, root: string, own: Facts, depth: Depth): { ruler: string; facts: Facts } {
  const main = own.approval.kind === 'none' && own.signedBy === null ? mainWorktree(root) : null
  const approval = main === null ? null : readApproval(home, main, depth)
  if (main === null || approval === null || approval.kind === 'none') return { ruler: root, facts: own }
  const source = own.source.kind === 'missing' ? sourceFact(readSource(main)) : own.source
  return { ruler: main, facts: { ...own, source, approval } }
}

const sourceFact = (source: ReadSource): SourceFact =>
  source.kind === 'read' ? { kind: 'read', sha256: source.sha256 } : source

/** Gathers the facts that `choosePolicy` decides on. */
export function gatherFacts(home: Readable, root: string, env: NodeJS.ProcessEnv, depth: Depth): Facts {
  const source = readSource(root)
  return {
    source: sourceFact(source),
    named: env['BAILIFF_POLICY_SHA256'] || null,
    signedBy: signerOf(home, root, source),
    approval: readApproval(home, root, depth),
  }
}

function signerOf(home: Readable, root: string, source: ReadSource): string | null {
  if (source.kind !== 'read') return null
  const signature = readSignature(root)
  return signature === null ? null : findSigner(home, source.bytes, signature)
}

type Loaded = Omit<ActivePolicy, 'isMissing'>

function load(home: Readable, root: string, facts: Facts, choice: Choice): Loaded {
  switch (choice.kind) {
    case 'built-in':
      return loaded(root, choice, builtInPolicy())
    case 'environment':
    case 'signed': {
      const hash = compiledHash(home, root, choice.source)
      const copy: LoadedCopy = hash === null ? { kind: 'missing' } : loadCopy(home.dir, root, choice.source, hash)
      if (copy.kind === 'policy') return { ...loaded(root, choice, copy.policy), source: choice.source }
      if (copy.kind === 'changed') return loaded(root, tampered('its compiled copy was changed'), builtInPolicy())
      // The policy is valid but not compiled yet; until it is, the next best choice applies.
      return told(load(home, root, facts, choosePolicy({ ...facts, named: null, signedBy: null })), NOT_COMPILED)
    }
    case 'approved':
    case 'approved-copy': {
      const { source, compiled, pinned, at: approvedAt } = choice.approval
      const copy = loadCopy(home.dir, root, source, compiled)
      if (copy.kind === 'policy') return { ...loaded(root, choice, copy.policy), source, approvedAt, pinned }
      if (copy.kind === 'other-version')
        return told(loaded(root, { ...choice, kind: 'built-in' }, builtInPolicy()), OTHER_VERSION)
      return loaded(
        root,
        tampered(copy.kind === 'missing' ? 'its compiled copy is missing' : 'its compiled copy was changed'),
        builtInPolicy(),
      )
    }
  }
}

const NOT_COMPILED =
  'The policy is accepted but not compiled on this machine yet. Run: bailiff policy show; if that does not help, bailiff policy check'
const OTHER_VERSION =
  'The policy was approved with another version of Bailiff, so claims only get warnings. Run: bailiff policy approve'

const loaded = (
  project: string,
  { kind, notice, finding }: Pick<Choice, 'notice' | 'finding'> & { kind: PolicyOrigin },
  policy: Policy,
): Loaded => ({
  policy,
  why: kind,
  project,
  source: null,
  approvedAt: null,
  pinned: null,
  notice,
  finding,
})

const told = (one: Loaded, notice: string): Loaded => ({ ...one, notice })
