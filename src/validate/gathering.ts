import { setTimeout as pause } from 'node:timers/promises'
import type { Refused } from '../claims/validators/outcome.ts'
import { toolsOf } from '../hosts/calls.ts'
import type { Home } from '../ledger/stores/files/home.ts'
import { recentEntries } from '../ledger/stores/files/recent.ts'
import { recorderOf } from '../ledger/stores/files/recorder.ts'
import { self } from '../ledger/stores/lock.ts'
import { type CheckPlace, checkPlace, OWNER, ownerMark } from '../machine/running-checks.ts'
import { type StopChecks, stopChecks } from '../machine/stop-checks.ts'
import { type ValidationTarget, worldOf } from '../machine/validation-world.ts'
import type { ClaimType } from '../policy/policy.ts'
import { sessionOf } from '../session/fold.ts'
import { gather } from '../supervisor/stop/gather.ts'
import type { Gathered } from '../supervisor/stop/gathered.ts'
import { CheckInterrupted } from '../supervisor/stop/interrupted.ts'
import { isDisturbed } from '../supervisor/stop/settle.ts'
import type { RuledWorld } from '../supervisor/stop/validate.ts'
import { type Detachable, detachable } from './background.ts'
import { settleStops } from './settle-stops.ts'

export type Request = ValidationTarget & { claims: ClaimType[]; seconds: number }

/** The hook that waits for the answer. `gone` resolves when it has ended. */
export type WaitingHook = { gone: Promise<void>; tell(gathered: Gathered): void }

/**
 * Gathers evidence and tells the hook. Checks that are not done in time continue in the background, and the stops that
 * depend on them are judged when they end. `stopper` ends the checks.
 */
export async function gatherFor(
  home: Home,
  request: Request,
  hook: WaitingHook,
  stopper: AbortController,
): Promise<void> {
  const deadline = performance.now() + request.seconds * 1000
  const leftMs = (): number =>
    checks?.isBegun() === true ? Number.POSITIVE_INFINITY : deadline + LATE_MS - performance.now()
  const world = markedWorld(home, request, stopper.signal, leftMs)
  if (world.kind === 'refused') {
    hook.tell({ fingerprint: null, head: null, said: world.sentence })
    return
  }
  const place = checkPlace(home, world.root)
  const shown = stopChecks(home, request.stream, request.seconds)
  const checks: Detachable = checksFor(home, request, world, { place, shown, stopper })
  const outOfTime = setTimeout(() => void letGo(checks, hook, stopper), request.seconds * 1000)
  // Before that the hook is gone only if it was killed.
  void hook.gone.then(() => {
    if (checks.isDetached()) return
    shown.clear()
    stopper.abort()
  })
  try {
    const gathered = await gather(recorderOf(home), request.stream, request.claims, world, checks)
    clearTimeout(outOfTime)
    if (!checks.isDetached()) hook.tell(gathered)
    else await finish(home, request, hook, place, 'ended')
  } catch (error) {
    clearTimeout(outOfTime)
    if (!(error instanceof CheckInterrupted) || !checks.isDetached()) throw error
    await finish(home, request, hook, place, error.why)
  } finally {
    place.free()
    shown.clear()
  }
}

/** At the time limit, the first check may be about to begin. The hook waits a little longer than this. */
const LATE_MS = 2_000

/** Continues in the background if possible, else ends the checks. */
async function letGo(checks: Detachable, hook: WaitingHook, stopper: AbortController): Promise<void> {
  await Promise.race([checks.begun, pause(LATE_MS, undefined, { ref: false })])
  const interim = await checks.detach().catch(() => null)
  if (interim === null) stopper.abort()
  else hook.tell(interim)
}

/** Judges the stops when the hook has recorded that they wait for it. */
async function finish(
  home: Home,
  request: Request,
  hook: WaitingHook,
  place: CheckPlace,
  how: 'ended' | CheckInterrupted['why'],
): Promise<void> {
  await hook.gone
  if (how === 'beside') await gatherAfter(home, request, place)
  await settleStops(home, request, how === 'beside' ? 'ended' : how)
}

const PAUSE_MS = 100

/** Waits for the checks of another session on the same content, then uses their result. */
async function gatherAfter(home: Home, request: Request, place: CheckPlace): Promise<void> {
  while (place.read() !== null) await pause(PAUSE_MS)
  const stopper = new AbortController()
  const world = markedWorld(home, request, stopper.signal)
  if (world.kind === 'refused') return
  const recorder = recorderOf(home)
  await gather(recorder, request.stream, request.claims, world, {
    begin: async () => null,
    ended: () => 'in the background',
  })
}

/** The world of the validators, whose processes carry a mark. */
function markedWorld(home: Home, request: Request, signal: AbortSignal, leftMs?: () => number): RuledWorld | Refused {
  const world = worldOf(home, request, { env: process.env, signal, ...(leftMs && { leftMs }) })
  if (world.kind === 'refused') return world
  return { ...world, environment: { ...world.environment, [OWNER]: ownerMark(self()) } }
}

const checksFor = (
  home: Home,
  { stream }: Request,
  { root, policy }: RuledWorld,
  { place, shown, stopper }: { place: CheckPlace; shown: StopChecks; stopper: AbortController },
): Detachable =>
  detachable({
    place,
    stream,
    policy,
    stopper,
    show: shown.show,
    isDisturbed: (since) => {
      const session = sessionOf([...recentEntries(home, stream)].reverse())
      return isDisturbed(session, since, { root, tools: toolsOf(session.host), endOf: () => '' })
    },
  })
