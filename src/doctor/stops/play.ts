import { randomUUID } from 'node:crypto'
import type { Canary } from '../../hosts/canary.ts'
import type { Host } from '../../hosts/host.ts'
import { run } from '../../process/run.ts'
import type { Ask, Patient } from '../ask.ts'
import { ownEnvironment } from '../canary/environment.ts'
import { marksOf } from '../canary/marks.ts'
import { otherStopHooks, type StopHook } from '../facts/stop-hooks.ts'
import { payloadsFor } from '../rehearsal/payload.ts'
import { type Check, examined, skipped } from '../report.ts'
import { judgeStops, type PlayedStop, untried } from './judge.ts'

const TIMEOUT_MS = 30_000
const MAX_OUTPUT_BYTES = 64 << 10

/** Plays a stop to the hooks of other programs, as the host would. Null if there are none. */
export async function stopsCheck({ host, hooks }: Patient, ask: Ask): Promise<Check | null> {
  const others = otherStopHooks(host, ask.place)
  if (others.length === 0) return null
  if (ask.depth === 'quick' || host.canary === undefined)
    return skipped(hooks.host, 'stops', 'not run: --quick', untried(others, hooks.moments.stop))
  const played: PlayedStop[] = []
  for (const one of others) played.push(await playStop(host, host.canary, one, ask))
  return examined(
    hooks.host,
    'stops',
    judgeStops(played),
    `${others.length} other hooks on ${hooks.moments.stop} tried`,
  )
}

async function playStop(
  { install, places }: Host,
  canary: Canary,
  hook: StopHook,
  { home, place, cwd }: Ask,
): Promise<PlayedStop> {
  const id = randomUUID()
  const scene = { marks: marksOf(id.slice(0, 8), home), session: id, cwd }
  const [payload] = payloadsFor(install, canary, install.moments.stop, scene)
  const project = places.variables.project.map((name) => [name, place.project])
  const { stdout } = await run('sh', ['-c', hook.command], {
    cwd,
    env: { ...ownEnvironment(place.env), ...Object.fromEntries(project) },
    input: JSON.stringify(payload?.body),
    timeoutMs: TIMEOUT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  })
  return { ...hook, stdout: stdout.toString('utf8') }
}
