import type { Draft, JsonObject } from '../ledger/kinds.ts'
import type { Change } from './diff.ts'

/** The changes a person sees before approving, and the ledger entry about the approval. */

/** Renders a change as one line, for the screen and the ledger. */
export const renderChange = ({ weaker, line }: Change): string => (weaker ? `${line} (weaker)` : line)

/** The ledger entry for an approval. */
export const approvalDraft = (facts: {
  project: string
  source: string
  compiled: string
  changes: readonly Change[]
  /** The person who approved, and how they confirmed it. */
  decision: JsonObject
  pinned: { [pin: string]: string | null }
}): Draft => ({
  kind: 'policy.approved',
  actor: 'admin',
  body: {
    project: facts.project,
    source: facts.source,
    compiled: facts.compiled,
    changes: facts.changes.map(renderChange),
    ...facts.decision,
    pinned: facts.pinned,
  },
})
