import { MESSAGES } from '../../dispatch/messages.ts'
import { type Fact, fact } from '../../session/facts.ts'
import { lastSettings } from '../../session/recent.ts'
import { type Answer, GO_ON } from '../answer.ts'
import type { HostEvent, Report } from '../event.ts'
import { restOf } from '../event.ts'
import type { GuardedWorld, SettingsFile } from '../guard.ts'
import { record } from './record.ts'

/** The current hook settings, for comparison with later ones. Empty if there never were any. */
export function settingsSeen({ guard, recorder }: GuardedWorld, event: HostEvent, at: 'start' | 'stop'): Fact[] {
  if (event.agent !== null) return []
  const files = guard
    .settings(event)
    .map(({ path, sha256, ours }) => ({ path, sha256, ...(ours > 0 && { hooks: ours }) }))
  const isNews = files.length > 0 || (at === 'stop' && lastSettings(recorder.recent(event.stream)).size > 0)
  return isNews ? [fact('settings.seen', { at, files })] : []
}

type Changed = Extract<Report, { kind: 'settings-changed' }>

/** Handles changed settings that a host is about to load. Blocks the change if it would remove our hooks. */
export function receiveSettings(world: GuardedWorld, event: HostEvent, { source, path }: Changed): Answer {
  const now = world.guard.settings(event).find((file) => file.path === path)
  const isLost =
    path !== null && wouldLose(now, lastSettings(world.recorder.recent(event.stream)).get(path)?.hooks ?? 0)
  const changed = fact('settings.changed', { source, path, ...restOf(event) })
  const refused = fact('settings.refused', { code: 'HOOKS_REMOVED', path })
  record(world, event, isLost ? [changed, refused] : [changed])
  return isLost ? { kind: 'block', reason: MESSAGES.HOOKS_REMOVED } : GO_ON
}

/** True if a settings file switches hooks off, or contains fewer of ours than when it was last seen. */
const wouldLose = (now: SettingsFile | undefined, before: number): boolean =>
  now?.isOff === true || (now?.ours ?? 0) < before
