import { isObject, type JsonObject } from '../../ledger/kinds.ts'
import type { Fingerprint } from '../fingerprint/fingerprint.ts'

/** What a validator's word speaks about, for the record: the workspace before and after, and the commit then. */
export type About = { before: string; after: string; head: string | null }

export const aboutOf = (before: Fingerprint, after: Fingerprint): About => ({
  before: before.sha256,
  after: after.sha256,
  head: after.head,
})

/** The same, from what is on record; null where a validator looked at nothing. */
export function aboutIn({ fingerprint }: JsonObject): About | null {
  if (!isObject(fingerprint)) return null
  const { before, after, head } = fingerprint
  if (typeof before !== 'string' || typeof after !== 'string') return null
  return { before, after, head: typeof head === 'string' ? head : null }
}
