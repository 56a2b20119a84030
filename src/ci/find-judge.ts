import type { Home } from '../ledger/stores/files/home.ts'
import type { Ruler } from '../machine/validation-world.ts'
import type { ActivePolicy } from '../policy/choose-policy.ts'
import { parsePolicy } from '../policy/parse.ts'
import { POLICY_FILE } from '../policy/project.ts'
import type { Source } from '../policy/source.ts'
import { loadActivePolicy } from '../policy/stores/load-active-policy.ts'
import { changedPins, pinDigests } from '../policy/stores/pins.ts'
import { definitionsOf, pinsOf } from './definitions.ts'
import { CiError } from './errors.ts'
import type { Git } from './git.ts'
import { policyAt } from './policies.ts'
import type { PullRequest } from './pull-request.ts'
import { type By, type Held, rulingFor } from './ruling.ts'

/** The decisions of a workflow: hashes of the policy and of the checks' definitions, and a public key that signs policies. */
export type Pins = { policy: string | null; checks: string | null; key: string | null }

/** The policy that judges, who stands behind it, and what already stands against the pull request. */
export type Judge = { kind: 'judge'; by: By; ruler: Ruler; checksSha256: string | null; held: Held[] }

/** Finds the policy that judges a pull request. */
export async function findJudge(
  home: Home,
  git: Git,
  pullRequest: PullRequest,
  pins: Pins,
  env: NodeJS.ProcessEnv,
): Promise<Judge | { kind: 'no judge'; held: Held }> {
  const { top, base, mergeBase, head } = pullRequest
  const [ofBase, ofStart, ofHead] = [
    await policyAt(git, base.commit, pins.key),
    await policyAt(git, mergeBase, pins.key),
    await policyAt(git, head, pins.key),
  ]
  const here = activeHere(home, top, env)
  if (here.finding !== null) return { kind: 'no judge', held: tampered(here) }
  const ruling = rulingFor({
    base: ofBase,
    start: ofStart,
    head: ofHead,
    pin: pins.policy,
    hasKey: pins.key !== null,
    approved: here.source,
  })
  if (ruling.kind === 'none') return { kind: 'no judge', held: NO_POLICY }
  if (ruling.kind === 'unruled') return { kind: 'no judge', held: ruling.held }
  const { by, from, held } = ruling
  if (from === 'machine') return onMachine({ ...here, source: here.source ?? '' }, by, held)
  const written = from === 'head' ? ofHead : ofBase
  if (written === null) return { kind: 'no judge', held: NO_POLICY }
  const policy = compiled(written.source, from === 'head' ? head : base.ref)
  const definitions = await definitionsOf(git, pullRequest, policy, pins.checks)
  const ruler: Ruler = { policy, pinned: definitions.pinned, project: top, approvedAt: null, source: written.sha256 }
  return {
    kind: 'judge',
    by,
    ruler,
    checksSha256: definitions.sha256,
    held: [...held, ...redefined(definitions.changed, definitions.sha256), ...behind(definitions.behind, base.ref)],
  }
}

/** The policy that a person chose on this machine. A hash in the environment is the workflow's decision, not a person's. */
function activeHere(home: Home, top: string, env: NodeJS.ProcessEnv): ActivePolicy {
  const { BAILIFF_POLICY_SHA256: _, ...rest } = env
  return loadActivePolicy(home, top, rest, 'ledger')
}

function onMachine(active: ActivePolicy & { source: string }, by: By, held: Held[]): Judge {
  const now = pinDigests(active.project, active.policy)
  const changed = active.pinned === null ? [] : changedPins(pinsOf(active.policy), active.pinned, now)
  const next = 'Review the change. If it is right:'
  const redefined = changed.length === 0 ? [] : [{ ...checkChanged(changed), next, copy: 'bailiff policy approve' }]
  return { kind: 'judge', by, ruler: active, checksSha256: null, held: [...held, ...redefined] }
}

function compiled({ policy, contract }: Source, where: string) {
  const parsed = parsePolicy(policy, contract)
  if (parsed.ok) return parsed.compiled.policy
  const [first] = parsed.problems
  const place = first === undefined ? '' : `:${first.line}:${first.column} ${first.message}`
  throw new CiError('BASE_POLICY_INVALID', `${parsed.file}${place} (as of ${where}). Run: bailiff policy check`)
}

const redefined = (pins: readonly string[], hash: string): Held[] =>
  pins.length === 0
    ? []
    : [
        {
          ...checkChanged(pins),
          next: 'Review the change. If it is right, give the hash of the new definitions to the workflow as checks-hash:',
          copy: `sha256:${hash}`,
        },
      ]

const checkChanged = (pins: readonly string[]): Pick<Held, 'code' | 'said'> => ({
  code: 'CHECK_CHANGED',
  said: `The definitions of checks were changed: ${pins.join(', ')}. The checks that they define were not run.`,
})

const behind = (pins: readonly string[], base: string): Held[] =>
  pins.length === 0
    ? []
    : [
        {
          code: 'CHECK_BEHIND',
          said: `The base has other definitions of checks: ${pins.join(', ')}. The checks that they define were not run.`,
          next: 'Bring the branch up to date:',
          copy: `git merge ${base}`,
        },
      ]

const NO_POLICY: Held = {
  code: 'NO_POLICY',
  said: `Neither the base nor the pull request has a policy (${POLICY_FILE}), so there is nothing to judge by.`,
  next: 'Write one on your machine, and commit it:',
  copy: 'bailiff init',
}

const tampered = ({ notice }: ActivePolicy): Held => ({
  code: 'POLICY_TAMPERED',
  said: notice ?? 'The approved policy was tampered with.',
  next: 'Find out who changed it, then approve it again:',
  copy: 'bailiff policy approve',
})
