import type { Taken } from '../claims/fingerprint/fingerprint.ts'
import { takeWith } from '../claims/fingerprint/stores/workspace.ts'
import { outputsOf } from '../claims/validators/outputs.ts'
import type { Recorder } from '../ledger/store.ts'
import type { Home } from '../ledger/stores/files/home.ts'
import type { ActivePolicy } from '../policy/choose-policy.ts'
import { runSync } from '../process/run-sync.ts'
import type { Gathered } from '../supervisor/stop/gathered.ts'
import { passesToReuse } from '../supervisor/stop/passes-to-reuse.ts'
import type { AskedEvidence, GateWorld } from '../supervisor/stop/world.ts'
import { optimise } from './engine.ts'
import { passesOf } from './passes.ts'

/** Time limit for fingerprinting here. Slower work is left to the gatherer, which can be stopped. */
const LIMIT_MS = 5_000

/** Up to this many files, V8 takes longer to optimise the code than the code takes to run. */
const FEW_NAMES = 5_000

/** Reuses recorded evidence if it is enough. Otherwise runs the gatherer in the time that is left. */
export const evidenceFrom =
  (home: Home | null, recorder: Recorder, gather: GateWorld['gather']): GateWorld['gather'] =>
  async (asked) => {
    const began = process.uptime()
    const reused = await reusedEvidence(home, recorder, asked)
    const left = Math.max(1, Math.floor(asked.seconds - (process.uptime() - began)))
    return reused ?? gather({ ...asked, seconds: left })
  }

/**
 * Reuses evidence already recorded for the current content of the workspace, so that nothing has to run. Returns null if
 * there is not enough, or on any failure: the gatherer then reports the reason.
 */
async function reusedEvidence(
  home: Home | null,
  recorder: Recorder,
  { stream, claims, active, turn }: AskedEvidence,
): Promise<Gathered | null> {
  const { policy, project, pinned, source } = active
  if (home === null || source === null) return null
  try {
    const taken = await take(active, home)
    if (taken.kind !== 'taken') return null
    const passes = passesOf(home, stream, { project, policy: source })
    const world = { root: project, policy, pinned, turn, source, passes }
    const { sha256: fingerprint, head } = taken.fingerprint
    const drafts = passesToReuse(claims, world, taken.fingerprint)
    if (drafts === null) return null
    if (drafts.length > 0) recorder.append(stream, drafts)
    return { fingerprint, head, said: null }
  } catch {
    return null
  }
}

async function take({ project, policy }: ActivePolicy, { dir, keyring }: Home): Promise<Taken> {
  let isFew = false
  const onListed = (names: number): void => {
    isFew = names <= FEW_NAMES
    if (isFew) optimise(false)
  }
  try {
    const options = { home: dir, key: keyring.current(), outputs: outputsOf(policy), limits: { timeoutMs: LIMIT_MS } }
    return await takeWith(runSync, project, options, onListed)
  } finally {
    if (isFew) optimise(true)
  }
}
