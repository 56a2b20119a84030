import { isObject, type JsonObject } from '../../ledger/kinds.ts'
import type { Fingerprint } from '../fingerprint/fingerprint.ts'

/** The content that an outcome is about: the workspace before and after, and the commit. */
export type About = { before: string; after: string; head: string | null }

export const aboutOf = (before: Fingerprint, after: Fingerprint): About => ({
  before: before.sha256,
  after: after.sha256,
  head: after.head,
})

/** Reads the content that a recorded outcome is about; null if the outcome has no fingerprint. */
export function aboutIn({ fingerprint }: JsonObject): About | null {
  if (!isObject(fingerprint)) return null
  const { before, after, head } = fingerprint
  if (typeof before !== 'string' || typeof after !== 'string') return null
  return { before, after, head: typeof head === 'string' ? head : null }
}
