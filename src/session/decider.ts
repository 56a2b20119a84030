import type { JsonObject } from '../ledger/kinds.ts'
import { objectIn, wordIn } from './body.ts'
import type { Decider } from './who.ts'

/** Reads who decided from an entry; null if it was written before that was recorded. */
export function deciderIn(body: JsonObject): Decider | null {
  const who = objectIn(body, 'who')
  if (who === null) return null
  const [user, git, adminKey] = [wordIn(who, 'user'), wordIn(who, 'git'), wordIn(who, 'adminKey')]
  return { user, git, adminKey, confirmed: wordIn(body, 'confirmed') ?? wordIn(body, 'by') }
}
