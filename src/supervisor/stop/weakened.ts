import type { Weakened } from '../../claims/weakened.ts'
import type { ActivePolicy } from '../../policy/choose-policy.ts'
import { stillOpen } from '../../session/recent.ts'
import type { HostEvent } from '../event.ts'
import type { CountingWorld } from '../guard.ts'

/** The tests that earlier stops of this session found weakened, without those that a person accepted for the project. */
export function weakenedSoFar(
  { recorder, accepted }: CountingWorld,
  { stream }: HostEvent,
  active: ActivePolicy | null,
): Weakened[] {
  const open = stillOpen(recorder.recent(stream))
  if (open.length === 0 || active === null) return open
  const names = accepted.of(active.project)
  return open.filter(({ test }) => !names.has(test))
}
