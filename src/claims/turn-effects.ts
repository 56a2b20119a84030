import { isNamed } from '../policy/glob.ts'
import type { Policy } from '../policy/policy.ts'
import type { Did } from './evidence.ts'
import type { TurnRecord } from './turn.ts'

/** A turn's effects, from its recorded calls; each is computed on demand. */
export const didOf = ({ calls }: TurnRecord): Did => ({
  get changed() {
    return calls.some(({ changed }) => changed)
  },
  get deployed() {
    return calls.some(({ deployed }) => deployed)
  },
  get ran() {
    return calls.some(({ end }) => end !== null)
  },
})

/** The one scope that contains all changes. Null if a change names no path, since it may be anywhere. */
export function scopeOf({ calls }: TurnRecord, { scopes }: Policy): string | null {
  const names = Object.keys(scopes)
  if (names.length === 0) return null
  const changes = calls.filter(({ changed }) => changed)
  const paths = changes.flatMap(({ written }) => written)
  if (paths.length === 0 || changes.some(({ written }) => written.length === 0)) return null
  return names.find((name) => paths.every((path) => isNamed(path, scopes[name] ?? []))) ?? null
}
