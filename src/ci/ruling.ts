/** Decides which policy judges a pull request. A pull request must not weaken its own judge. */

/** The policy in a commit: its hash, and whether a key that the workflow names signed it. */
export type Written = { sha256: string; isSigned: boolean }

export type RulingFacts = {
  base: Written | null
  /** The policy at the commit where the branch left its base. */
  start: Written | null
  head: Written | null
  /** The hash that the workflow or the environment names. */
  pin: string | null
  /** True if the workflow names a key that signs policies. */
  hasKey: boolean
  /** The hash of the policy that is active on this machine by a person's decision. */
  approved: string | null
}

/** A reason to hold a pull request, whatever its checks say. `said` names what, `next` says what a person can do. */
export type Held = { code: HeldCode; said: string; next: string }

export const HELD_CODES = [
  'POLICY_CHANGED',
  'POLICY_ADDED',
  'POLICY_UNPINNED',
  'POLICY_UNSIGNED',
  'CHECK_CHANGED',
  'CHECK_BEHIND',
  'TREE_DIFFERS',
  'NO_POLICY',
  'POLICY_TAMPERED',
] as const
type HeldCode = (typeof HELD_CODES)[number]

/** Who stands behind the policy that judges. */
export type By = 'hash' | 'signature' | 'approval' | 'base'

export type Ruling =
  /** `from` says where the policy is read. */
  | { kind: 'ruled'; by: By; from: 'base' | 'head' | 'machine'; held: Held[] }
  /** No policy may judge. */
  | { kind: 'unruled'; held: Held }
  | { kind: 'none' }

export function rulingFor(facts: RulingFacts): Ruling {
  const { base, head, pin, hasKey, approved } = facts
  if (base === null && head === null && approved === null) return { kind: 'none' }
  const pinned = pin === null ? null : sideOf(facts, (one) => one.sha256 === pin)
  if (pinned !== null) return ruled('hash', pinned, facts)
  const signed = hasKey ? sideOf(facts, (one) => one.isSigned) : null
  if (signed !== null) return ruled('signature', signed, facts)
  if (pin !== null) return { kind: 'unruled', held: unpinned(head, pin) }
  if (hasKey) return { kind: 'unruled', held: UNSIGNED }
  if (approved !== null) return ruled('approval', 'machine', facts)
  return base === null ? { kind: 'unruled', held: added(head) } : ruled('base', 'base', facts)
}

/** The side whose policy the workflow vouches for; the head's if both are. */
function sideOf({ base, head }: RulingFacts, isVouchedFor: (one: Written) => boolean): 'base' | 'head' | null {
  if (head !== null && isVouchedFor(head)) return 'head'
  return base !== null && isVouchedFor(base) ? 'base' : null
}

function ruled(by: By, from: 'base' | 'head' | 'machine', facts: RulingFacts): Ruling {
  return { kind: 'ruled', by, from, held: isChanged(from, facts) ? [changed(by, facts.head)] : [] }
}

/** True if the head has another policy than the one that judges, and not just an older one of the base. */
function isChanged(from: 'base' | 'head' | 'machine', { base, start, head, approved }: RulingFacts): boolean {
  if (from === 'head') return false
  const judge = from === 'base' ? base?.sha256 : approved
  return head?.sha256 !== judge && head?.sha256 !== start?.sha256
}

const PIN = 'give the new hash to the workflow as policy-hash'

const changed = (by: By, head: Written | null): Held => ({
  code: 'POLICY_CHANGED',
  said:
    head === null
      ? 'The pull request removes the policy. The earlier one judges.'
      : `The pull request changes the policy (now sha256:${head.sha256}). The earlier one judges.`,
  next:
    by === 'approval'
      ? 'Review the change: bailiff policy diff. If it is right: bailiff policy approve.'
      : `Review the change. If it is right, ${by === 'signature' ? 'sign the new policy: bailiff policy sign' : PIN}.`,
})

const added = (head: Written | null): Held => ({
  code: 'POLICY_ADDED',
  said: `The base has no policy, and the pull request adds one (sha256:${head?.sha256 ?? ''}). A pull request does not choose its own judge.`,
  next: `Review the policy. If it is right, ${PIN}, or merge it first.`,
})

const unpinned = (head: Written | null, pin: string): Held => ({
  code: 'POLICY_UNPINNED',
  said: `Neither the base nor the pull request has the policy sha256:${pin}${head === null ? '' : `; the pull request has sha256:${head.sha256}`}.`,
  next: `Correct the hash: bailiff policy check shows it. If the policy was changed on purpose, ${PIN}.`,
})

const UNSIGNED: Held = {
  code: 'POLICY_UNSIGNED',
  said: 'No key that the workflow names has signed the policy of the base or of the pull request.',
  next: 'Sign the policy: bailiff policy sign --key <pem>. Commit .bailiff/policy.yaml.sig.',
}
