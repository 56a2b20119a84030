import type { Entry } from '../../ledger/kinds.ts'
import { isFact } from '../../session/facts.ts'
import { latestTurns } from '../../session/recent.ts'
import { type Sighting, type SightingAt, sightingIn } from '../../session/sighting.ts'
import type { HostEvent } from '../event.ts'
import { sightingOf } from '../record/sighting.ts'
import type { World } from '../world.ts'

/** Looks at the files that calls of the latest turns changed, and at the repository. Nothing is seen if that fails. */
export function turnSighting({ recorder, contents }: World, { stream }: HostEvent): Sighting {
  try {
    if (!recorder.has(stream)) return {}
    const { paths, root } = changedIn(latestTurns(recorder.recent(stream)))
    return paths.size === 0 && root === null ? {} : sightingOf(contents, paths, root)
  } catch {
    return {}
  }
}

/** The files whose content differed after a call, newest first, and the repository, if a call may have moved its branch. */
function changedIn(entries: readonly Entry[]): { paths: Set<string>; root: string | null } {
  const paths = new Set<string>()
  let root: string | null = null
  const before = new Map<string, string | null>()
  for (const entry of entries) {
    const seen = sightingIn(entry)
    if (seen === null) continue
    root = seen.head?.root ?? root
    if (isFact(entry, 'dispatch.observed')) for (const path of differing(seen, before)) paths.add(path)
    else if (isFact(entry, 'dispatch.proposed')) for (const [path, sha256] of seen.files) before.set(path, sha256)
  }
  return { paths: new Set([...paths].reverse()), root }
}

const differing = ({ files }: SightingAt, before: ReadonlyMap<string, string | null>): string[] =>
  [...files].flatMap(([path, sha256]) => (before.has(path) && before.get(path) !== sha256 ? [path] : []))
