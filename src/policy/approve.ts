import type { Draft } from '../ledger/kinds.ts'
import { builtInPolicy } from './built-in.ts'
import { type Change, diffPolicies } from './diff.ts'
import type { Policy } from './policy.ts'

/** What a person is shown before they approve, and what the ledger then tells of it. */

/** A change as it is recorded and shown, one line each. */
export const renderChange = ({ weaker, line }: Change): string => (weaker ? `${line} (weaker)` : line)

/** What an approval would change: against the policy approved before, or against what rules where nobody decided. */
export const changesFrom = (before: Policy | null, after: Policy): Change[] =>
  diffPolicies(before ?? builtInPolicy(), after)

/** The entry that tells of an approval. */
export const approvalDraft = (facts: {
  project: string
  source: string
  compiled: string
  changes: readonly Change[]
  /** How the person said yes. */
  confirmed: 'typed' | '--yes'
  pinned: { [pin: string]: string | null }
}): Draft => ({
  kind: 'policy.approved',
  actor: 'admin',
  body: {
    project: facts.project,
    source: facts.source,
    compiled: facts.compiled,
    changes: facts.changes.map(renderChange),
    confirmed: facts.confirmed,
    pinned: facts.pinned,
  },
})
