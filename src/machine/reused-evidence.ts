import type { Recorder } from '../ledger/store.ts'
import type { Home } from '../ledger/stores/files/home.ts'
import type { Gathered } from '../supervisor/stop/gathered.ts'
import { passesToReuse } from '../supervisor/stop/passes-to-reuse.ts'
import type { AskedEvidence, GateWorld } from '../supervisor/stop/world.ts'
import { passesOf } from './passes.ts'
import type { Look } from './workspace.ts'

/** Reuses recorded evidence if it is enough. Otherwise runs the gatherer in the time that is left. */
export const evidenceFrom =
  (home: Home | null, look: Look | null, recorder: Recorder, gather: GateWorld['gather']): GateWorld['gather'] =>
  async (asked) => {
    const began = process.uptime()
    const reused = await reusedEvidence(home, look, recorder, asked)
    const left = Math.max(1, Math.floor(asked.seconds - (process.uptime() - began)))
    return reused ?? gather({ ...asked, seconds: left })
  }

/**
 * Reuses evidence already recorded for the current content of the workspace, so that nothing has to run. Returns null if
 * there is not enough, or on any failure: the gatherer then reports the reason.
 */
async function reusedEvidence(
  home: Home | null,
  look: Look | null,
  recorder: Recorder,
  { stream, claims, active, root, turn }: AskedEvidence,
): Promise<Gathered | null> {
  const { policy, project, pinned, source } = active
  if (home === null || look === null || source === null) return null
  try {
    const taken = await look(active, root)
    if (taken.kind !== 'taken') return null
    const passes = passesOf(home, stream, { project, policy: source })
    const world = { root, policy, pinned, turn, source, passes }
    const { sha256: fingerprint, head } = taken.fingerprint
    const drafts = passesToReuse(claims, world, taken.fingerprint)
    if (drafts === null) return null
    if (drafts.length > 0) recorder.append(stream, drafts)
    return { fingerprint, head, said: null }
  } catch {
    return null
  }
}
