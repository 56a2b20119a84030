import type { Home } from '../ledger/stores/files/home.ts'
import type { Fact } from '../session/facts.ts'
import type { Gathered } from '../supervisor/stop/gathered.ts'
import { passesToReuse } from '../supervisor/stop/passes-to-reuse.ts'
import type { AskedEvidence, GateWorld } from '../supervisor/stop/world.ts'
import { passesOf } from './passes.ts'
import type { Look } from './workspace.ts'

/** Reuses recorded evidence if it is enough. Otherwise runs the gatherer in the time that is left. */
export const evidenceFrom =
  (home: Home | null, look: Look | null, gather: GateWorld['gather']): GateWorld['gather'] =>
  async (asked) => {
    const began = process.uptime()
    const reused = await reusedEvidence(home, look, asked)
    asked.record(reused?.facts ?? [])
    const left = Math.max(1, Math.floor(asked.seconds - (process.uptime() - began)))
    return reused?.gathered ?? gather({ ...asked, seconds: left })
  }

type Reused = { gathered: Gathered; facts: Fact[] }

/**
 * Finds evidence already recorded for the current content of the workspace, so that nothing has to run. Returns null if
 * there is not enough, or on any failure: the gatherer then reports the reason.
 */
async function reusedEvidence(
  home: Home | null,
  look: Look | null,
  { stream, claims, active, root, turn }: AskedEvidence,
): Promise<Reused | null> {
  const { policy, project, pinned, source } = active
  if (home === null || look === null || source === null) return null
  try {
    const taken = await look(active, root)
    if (taken.kind !== 'taken') return null
    const passes = passesOf(home, stream, { project, policy: source })
    const world = { root, policy, pinned, turn, source, passes }
    const { sha256: fingerprint, head } = taken.fingerprint
    const facts = passesToReuse(claims, world, taken.fingerprint)
    return facts === null ? null : { gathered: { fingerprint, head, said: null }, facts }
  } catch {
    return null
  }
}
