import { basename, dirname } from 'node:path'
import { settingsOf } from '../../session/recent.ts'
import type { Answer } from '../answer.ts'
import type { HostEvent } from '../event.ts'
import type { CountingWorld } from '../guard.ts'

const MAX_NAMED = 2

/** Adds to an answer, for the person, where agents are no longer supervised. */
export function withLost(answer: Answer, lost: readonly string[]): Answer {
  if (lost.length === 0) return answer
  const more = lost.length - MAX_NAMED
  const names = lost.slice(0, MAX_NAMED).join(', ')
  const said = `Bailiff: HOOKS_GONE: hooks are gone from ${names}${more > 0 ? ` and ${more} more` : ''}, so new sessions there are not supervised. Run there: bailiff init, or bailiff uninstall --scope local if you removed them.`
  return { ...answer, notice: [answer.notice, said].filter((line) => line !== undefined).join('\n') }
}

/**
 * The settings files that had our hooks earlier in this session and have none now. A host runs the hooks that it loaded at its
 * start, so only later sessions miss them. Not if a person uninstalled them, or if other settings of the host have hooks.
 */
export function lostSince({ guard, recorder, lost }: CountingWorld, event: HostEvent): string[] {
  if (event.agent !== null) return []
  const held = guard.settings(event).flatMap(({ path, ours }) => (ours > 0 ? [path] : []))
  const isHeld = (path: string): boolean => held.some((one) => folderNameOf(one) === folderNameOf(path))
  const had = settingsOf(recorder.oldest(event.stream), recorder.recent(event.stream))
  const gone = [...had].flatMap(([path, { hooks }]) => (hooks > 0 && !isHeld(path) ? [path] : []))
  if (gone.length === 0) return []
  const all = new Set(lost())
  return gone.filter((path) => all.has(path))
}

/** `.claude`, `.codex`, `.gemini`: each host names all folders of its settings alike. */
const folderNameOf = (path: string): string => basename(dirname(path))
