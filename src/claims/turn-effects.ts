import { isNamed } from '../policy/glob.ts'
import type { Policy } from '../policy/policy.ts'
import type { Did } from './evidence.ts'
import type { TurnRecord } from './turn.ts'

/** What a turn did, from the calls that were seen in it; looked at only as far as somebody asks. */
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

/** The one scope that everything which was changed falls in. Where a change names no path, it may be anywhere. */
export function scopeOf({ calls }: TurnRecord, { scopes }: Policy): string | null {
  const names = Object.keys(scopes)
  if (names.length === 0) return null
  const changes = calls.filter(({ changed }) => changed)
  const paths = changes.flatMap(({ written }) => written)
  if (paths.length === 0 || changes.some(({ written }) => written.length === 0)) return null
  return names.find((name) => paths.every((path) => isNamed(path, scopes[name] ?? []))) ?? null
}
