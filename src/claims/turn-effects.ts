import { isNamed } from '../policy/glob.ts'
import type { Policy } from '../policy/policy.ts'
import type { Did, Past } from './evidence.ts'
import type { Act } from './extract/claim.ts'
import type { SeenCall, TurnRecord } from './turn.ts'

/** For callers that judge no report and no act. */
export const NO_PAST = (): Past => ({ changed: false, acted: false, unproven: true, made: () => false })

/** A turn's effects, from its changes and its recorded calls; each is computed on demand. */
export const didOf = ({ calls, changes }: TurnRecord): Did => ({
  get changed() {
    return changes === null ? calls.some(({ changed }) => changed) : changes.total > 0
  },
  get worked() {
    return changes === null ? calls.some(({ changed, written }) => changed && written.length > 0) : changes.total > 0
  },
  get acted() {
    return (changes !== null && changes.total > 0) || calls.some(({ acted }) => acted)
  },
  get ran() {
    return changes?.beside === true || calls.some(({ changed }) => changed)
  },
  get undone() {
    return changes?.total === 0 && changes.restored.length === 0 && calls.some(({ written }) => written.length > 0)
  },
  get untouched() {
    return changes?.total === 0 && changes.restored.length === 0 && this.acted && !this.undone
  },
  get deployed() {
    return calls.some(({ deployed }) => deployed)
  },
  made: (act) => calls.some((call) => hasMade(act, call)),
})

function hasMade(act: Act, { committed, isRunning }: SeenCall): boolean {
  switch (act) {
    case 'commit':
      return committed
    case 'start':
      return isRunning
  }
}

/** The one scope that contains all changes. Null if there is none, or if a change may be anywhere. */
export function scopeOf({ calls, changes }: TurnRecord, { scopes }: Policy): string | null {
  const names = Object.keys(scopes)
  if (names.length === 0) return null
  const paths = changes === null ? namedBy(calls) : changes.paths.length < changes.total ? [] : allIn(changes)
  if (paths.length === 0) return null
  return names.find((name) => paths.every((path) => isNamed(path, scopes[name] ?? []))) ?? null
}

/** A file that was put back is no work of the turn, but a check has to look at it. */
const allIn = ({ paths, restored }: NonNullable<TurnRecord['changes']>): string[] => [...paths, ...restored]

/** The paths that calls name; none if a call that changed something names no path. */
function namedBy(calls: TurnRecord['calls']): string[] {
  const changing = calls.filter(({ changed }) => changed)
  return changing.some(({ written }) => written.length === 0) ? [] : changing.flatMap(({ written }) => written)
}
