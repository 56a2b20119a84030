import { MESSAGES } from '../../dispatch/messages.ts'
import { overrules } from '../../dispatch/protection/settings.ts'
import { type Fact, fact } from '../../session/facts.ts'
import { lastSettings, settingsSinceStart } from '../../session/recent.ts'
import { type Answer, GO_ON } from '../answer.ts'
import type { HostEvent, Report } from '../event.ts'
import { restOf } from '../event.ts'
import type { GuardedWorld } from '../guard.ts'
import { record } from './record.ts'

/** The current hook settings, for comparison with later ones. Empty if there never were any. */
export function settingsSeen({ guard, recorder }: GuardedWorld, event: HostEvent, at: 'start' | 'stop'): Fact[] {
  if (event.agent !== null) return []
  const files = guard.settings(event).map(({ path, sha256, ours, otherStops }) => ({
    path,
    sha256,
    ...(ours > 0 && { hooks: ours }),
    ...(otherStops.length > 0 && { otherStops: [...otherStops] }),
  }))
  const isNews = files.length > 0 || (at === 'stop' && lastSettings(recorder.recent(event.stream)).size > 0)
  return isNews ? [fact('settings.seen', { at, files })] : []
}

type Changed = Extract<Report, { kind: 'settings-changed' }>

/**
 * Handles changed settings that a host is about to load. Blocks the change if our hooks would be lost or visibly overruled: a
 * host reads all its settings files again, not only the one that changed.
 */
export function receiveSettings(world: GuardedWorld, event: HostEvent, { source, path }: Changed): Answer {
  const now = new Map(world.guard.settings(event).map((file) => [file.path, file]))
  const began = settingsSinceStart(world.recorder.recent(event.stream))
  const isLost =
    [...now.values()].some((file) => file.isOff && file.sha256 !== began.get(file.path)?.sha256) ||
    [...began].some(([file, { hooks }]) => (now.get(file)?.ours ?? 0) < hooks) ||
    [...now].some(([file, { otherStops }]) => overrules(began.get(file)?.otherStops ?? [], otherStops))
  const changed = fact('settings.changed', { source, path, ...restOf(event) })
  const refused = fact('settings.refused', { code: 'HOOKS_REMOVED', path })
  record(world, event, isLost ? [changed, refused] : [changed])
  return isLost ? { kind: 'block', reason: MESSAGES.HOOKS_REMOVED } : GO_ON
}
