import { MESSAGES } from '../../dispatch/messages.ts'
import type { Entry } from '../../ledger/kinds.ts'
import { type Fact, fact, isFact, readFact, type Settings } from '../../session/facts.ts'
import { type Answer, GO_ON } from '../answer.ts'
import type { HostEvent, Report } from '../event.ts'
import { restOf } from '../event.ts'
import type { GuardedWorld, SettingsFile } from '../guard.ts'
import { record, streamOf } from './record.ts'

/** The hook settings as they are now, to be held against those of another time. Nothing where there never were any. */
export function settingsSeen({ guard, recorder }: GuardedWorld, event: HostEvent, at: 'start' | 'stop'): Fact[] {
  if (event.agent !== null) return []
  const files = guard
    .settings(event)
    .map(({ path, sha256, ours }) => ({ path, sha256, ...(ours > 0 && { hooks: ours }) }))
  const isNews = files.length > 0 || (at === 'stop' && lastSeen(recorder.recent(streamOf(event))).size > 0)
  return isNews ? [fact('settings.seen', { at, files })] : []
}

type Changed = Extract<Report, { kind: 'settings-changed' }>

/** A host is about to take other settings. It is kept from it where our hooks would be gone. */
export function receiveSettings(world: GuardedWorld, event: HostEvent, { source, path }: Changed): Answer {
  const now = world.guard.settings(event).find((file) => file.path === path)
  const isLost = path !== null && wouldLose(now, seenBefore(world.recorder.recent(streamOf(event)), path))
  const changed = fact('settings.changed', { source, path, ...restOf(event) })
  const refused = fact('settings.refused', { code: 'HOOKS_REMOVED', path })
  record(world, event, isLost ? [changed, refused] : [changed])
  return isLost ? { kind: 'block', reason: MESSAGES.HOOKS_REMOVED } : GO_ON
}

/** Whether a settings file switches hooks off, or holds fewer of ours than when it was last seen. */
const wouldLose = (now: SettingsFile | undefined, before: number): boolean =>
  now?.isOff === true || (now?.ours ?? 0) < before

/** How many of our hooks a settings file held when it was last seen. */
const seenBefore = (recent: Iterable<Entry>, path: string): number => lastSeen(recent).get(path)?.hooks ?? 0

/** So far back settings are looked for: they are seen at each stop. */
const MAX_BACK = 5_000

function lastSeen(recent: Iterable<Entry>): Settings {
  let left = MAX_BACK
  for (const entry of recent) {
    if (isFact(entry, 'settings.seen')) return readFact('settings.seen', entry).files
    if (left-- === 0) break
  }
  return new Map()
}
