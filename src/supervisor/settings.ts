import { MESSAGES } from '../dispatch/messages.ts'
import { type Entry, isObject, type Json, type JsonObject } from '../ledger/kinds.ts'
import { type Answer, GO_ON } from './answer.ts'
import type { HostEvent, Report } from './event.ts'
import { type Fact, restOf } from './fact.ts'
import type { GuardedWorld, SettingsFile } from './guard.ts'
import { record, streamOf } from './record.ts'

/** The hook settings as they are now, to be held against those of another time. Nothing where there never were any. */
export function settingsSeen({ guard, recorder }: GuardedWorld, event: HostEvent, at: 'start' | 'stop'): Fact[] {
  if (event.agent !== null) return []
  const files = guard
    .settings(event)
    .map(({ path, sha256, ours }): JsonObject => ({ path, sha256, ...(ours > 0 && { hooks: ours }) }))
  const isNews = files.length > 0 || (at === 'stop' && lastSeen(recorder.recent(streamOf(event))).length > 0)
  return isNews ? [{ kind: 'settings.seen', actor: 'harness', body: { at, files } }] : []
}

type Changed = Extract<Report, { kind: 'settings-changed' }>

/** A host is about to take other settings. It is kept from it where our hooks would be gone. */
export function receiveSettings(world: GuardedWorld, event: HostEvent, { source, path }: Changed): Answer {
  const now = world.guard.settings(event).find((file) => file.path === path)
  const isLost = path !== null && wouldLose(now, seenBefore(world.recorder.recent(streamOf(event)), path))
  const changed: Fact = { kind: 'settings.changed', actor: 'harness', body: { source, path, ...restOf(event) } }
  const refused: Fact = { kind: 'settings.refused', actor: 'harness', body: { code: 'HOOKS_REMOVED', path } }
  record(world, event, isLost ? [changed, refused] : [changed])
  return isLost ? { kind: 'block', reason: MESSAGES.HOOKS_REMOVED } : GO_ON
}

/** Whether a settings file switches hooks off, or holds fewer of ours than when it was last seen. */
const wouldLose = (now: SettingsFile | undefined, before: number): boolean =>
  now?.isOff === true || (now?.ours ?? 0) < before

/** How many of our hooks a settings file held when it was last seen. */
function seenBefore(recent: Iterable<Entry>, path: string): number {
  const hooks = lastSeen(recent).find((one) => one['path'] === path)?.['hooks']
  return typeof hooks === 'number' ? hooks : 0
}

/** So far back settings are looked for: they are seen at each stop. */
const MAX_BACK = 5_000

function lastSeen(recent: Iterable<Entry>): JsonObject[] {
  let left = MAX_BACK
  for (const { kind, body } of recent) {
    if (kind === 'settings.seen') return Array.isArray(body['files']) ? body['files'].filter(isRecord) : []
    if (left-- === 0) break
  }
  return []
}

const isRecord = (value: Json): value is JsonObject => isObject(value)
