import { isNamed } from '../policy/glob.ts'
import type { Policy } from '../policy/policy.ts'
import type { Did, Past } from './evidence.ts'
import type { TurnRecord } from './turn.ts'

/** For callers that judge no report and no act. */
export const NO_PAST = (): Past => ({ changed: false, acted: false })

/** A turn's effects, from its changes and its recorded calls; each is computed on demand. */
export const didOf = ({ calls, changes }: TurnRecord): Did => ({
  get changed() {
    return changes === null ? calls.some(({ changed }) => changed) : changes.total > 0
  },
  get acted() {
    // Not every host says how a call ended.
    return (changes !== null && changes.total > 0) || calls.some(({ changed, end }) => changed && end !== 'failed')
  },
  get undone() {
    return changes?.total === 0 && calls.some(({ written }) => written.length > 0)
  },
  get deployed() {
    return calls.some(({ deployed }) => deployed)
  },
})

/** The one scope that contains all changes. Null if there is none, or if a change may be anywhere. */
export function scopeOf({ calls, changes }: TurnRecord, { scopes }: Policy): string | null {
  const names = Object.keys(scopes)
  if (names.length === 0) return null
  const paths = changes === null ? namedBy(calls) : changes.paths.length < changes.total ? [] : changes.paths
  if (paths.length === 0) return null
  return names.find((name) => paths.every((path) => isNamed(path, scopes[name] ?? []))) ?? null
}

/** The paths that calls name; none if a call that changed something names no path. */
function namedBy(calls: TurnRecord['calls']): string[] {
  const changing = calls.filter(({ changed }) => changed)
  return changing.some(({ written }) => written.length === 0) ? [] : changing.flatMap(({ written }) => written)
}
