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

/**
 * A reason to hold a pull request, whatever its checks say. `said` names what, `next` says what a person can do, `copy` is the
 * command or the hash for that.
 */
export type Held = { code: HeldCode; said: string; next: string; copy: string | null }

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

const SIGN = 'bailiff policy sign --key <pem>'

const nameOf = ({ sha256 }: Written): string => `sha256:${sha256}`

const shortOf = (one: Written): string => `${nameOf(one).slice(0, 23)}…`

const REMOVED: Held = {
  code: 'POLICY_CHANGED',
  said: 'The pull request removes the policy. The earlier one judges.',
  next: 'Put the policy back.',
  copy: null,
}

function changed(by: By, head: Written | null): Held {
  if (head === null) return REMOVED
  const said = `The pull request changes the policy (now ${shortOf(head)}). The earlier one judges.`
  return { code: 'POLICY_CHANGED', said, ...accepting(by, head) }
}

/** The way to put a new policy into effect, by who stands behind the earlier one. */
function accepting(by: By, head: Written): Pick<Held, 'next' | 'copy'> {
  switch (by) {
    case 'approval':
      return { next: 'Review the change with "bailiff policy diff". If it is right:', copy: 'bailiff policy approve' }
    case 'signature':
      return { next: 'Review the change. If it is right, sign the new policy:', copy: SIGN }
    case 'hash':
    case 'base':
      return {
        next: 'Review the change. If it is right, give the hash to the workflow as policy-hash:',
        copy: nameOf(head),
      }
  }
}

const added = (head: Written | null): Held => ({
  code: 'POLICY_ADDED',
  said: 'The base has no policy, and the pull request adds one. A pull request does not choose its own judge.',
  next: 'Review the policy. If it is right, merge it first, or give its hash to the workflow as policy-hash:',
  copy: head && nameOf(head),
})

const unpinned = (head: Written | null, pin: string): Held => ({
  code: 'POLICY_UNPINNED',
  said: `Neither the base nor the pull request has the policy ${shortOf({ sha256: pin, isSigned: false })}.`,
  next: head === null ? 'Correct the hash.' : 'Correct the hash. The policy of the pull request has this one:',
  copy: head && nameOf(head),
})

const UNSIGNED: Held = {
  code: 'POLICY_UNSIGNED',
  said: 'No key that the workflow names has signed the policy of the base or of the pull request.',
  next: 'Sign the policy, and commit .bailiff/policy.yaml.sig:',
  copy: SIGN,
}
