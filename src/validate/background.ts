import type { Fingerprint } from '../claims/fingerprint/fingerprint.ts'
import { self } from '../ledger/stores/lock.ts'
import type { CheckPlace } from '../machine/running-checks.ts'
import type { Policy } from '../policy/policy.ts'
import type { Checking } from '../session/state.ts'
import type { Background } from '../supervisor/stop/gather.ts'
import type { Gathered } from '../supervisor/stop/gathered.ts'
import { CheckInterrupted } from '../supervisor/stop/interrupted.ts'

/** Checks that may outlast their stop. */
export type Detachable = Background & {
  /** Lets the stop go and continues without it. Returns the hook's answer; null if that is impossible. */
  detach(): Promise<Gathered | null>
  /** Resolves when the first check begins: from then on there is something to continue. */
  begun: Promise<void>
  isBegun(): boolean
  isDetached(): boolean
}

type Options = {
  place: CheckPlace
  stream: string
  policy: Policy
  stopper: AbortController
  /** Called with the checks that are left, before each of them runs. */
  show(left: readonly string[], since: string): void
  /** True if calls since this time may have changed files. */
  isDisturbed(since: string): boolean
}

export function detachable({ place, stream, policy, stopper, show, isDisturbed }: Options): Detachable {
  const since = new Date().toISOString()
  let open: { now: Fingerprint; left: readonly string[] } | null = null
  let isDetached = false
  let tellBegun = (): void => {}
  const begun = new Promise<void>((resolve) => {
    tellBegun = resolve
  })
  return {
    begun,
    isBegun: () => open !== null,
    isDetached: () => isDetached,
    begin: async (now, left) => {
      const isFirst = open === null
      open = { now, left }
      tellBegun()
      const other = isFirst && !isDetached ? place.read() : null
      if (other?.fingerprint === now.sha256 && other.stream === stream) return other.checking
      show(left, since)
      if (other !== null && other.fingerprint !== now.sha256) await place.end(other)
      return null
    },
    ended: () => {
      if (stopper.signal.reason instanceof CheckInterrupted) throw stopper.signal.reason
      if (isDetached && isDisturbed(since))
        throw new CheckInterrupted('superseded', 'The agent may have changed files.')
      return isDetached ? 'in the background' : 'in time'
    },
    detach: async () => {
      if (open === null) return null
      const { now, left } = open
      const checking: Checking = { checks: [...left], since, until: endOf(left, policy), process: { ...self() } }
      const running = { stream, fingerprint: now.sha256, checking }
      let isTaken = place.take(running)
      const other = isTaken ? null : place.read()
      if (other !== null && other.fingerprint !== now.sha256) {
        await place.end(other)
        isTaken = place.take(running)
      }
      if (!isTaken && other?.fingerprint !== now.sha256) return null
      isDetached = true
      if (!isTaken) stopper.abort(new CheckInterrupted('beside', 'Another session runs the same checks.'))
      return { fingerprint: now.sha256, head: now.head, said: null, checking }
    },
  }
}

/** Time for fingerprints, beside the checks' own limits. */
const SPARE_SECONDS = 120

/** The time by which the checks have ended, by their own limits. */
function endOf(left: readonly string[], { validators }: Policy): string {
  const seconds = left.map((name) => {
    const found = validators[name]
    if (found === undefined || !('timeoutSeconds' in found)) return 0
    return found.timeoutSeconds * ('requiredRuns' in found ? Math.max(3, found.requiredRuns) : 1)
  })
  const total = seconds.reduce((sum, one) => sum + one, SPARE_SECONDS)
  return new Date(Date.now() + total * 1000).toISOString()
}
