import type { Entry } from '../../ledger/kinds.ts'
import type { Recorder } from '../../ledger/store.ts'
import { isFact } from '../../session/facts.ts'
import { likeOfDispatch, likeOfEntry } from '../../session/likeness.ts'
import { type FileSeen, type Sighting, sightingIn } from '../../session/sighting.ts'
import type { Dispatch, HostEvent } from '../event.ts'
import type { Contents, World } from '../world.ts'

/** Maximum number of files to look at for one event. */
const MAX_FILES = 32

/** Looks at files and at the repository of the project. Files whose content is unknown are left out. */
export function sightingOf(contents: Contents, paths: Iterable<string>, project: string | null): Sighting {
  const files: FileSeen[] = [...new Set(paths)].slice(0, MAX_FILES).flatMap((path) => {
    const found = contents.fileAt(path)
    return found === null ? [] : [{ path, sha256: found.sha256 }]
  })
  const head = project === null ? null : contents.headOf(project)
  return { ...(files.length > 0 && { files }), ...(head !== null && { head }) }
}

/** Looks again, after a call, at everything that was looked at before it. Nothing is seen if that fails. */
export function seenAfter({ recorder, contents }: World, { stream }: HostEvent, dispatch: Dispatch): Sighting {
  try {
    const proposal = proposalOf(recorder, stream, dispatch)
    const before = proposal === null ? null : sightingIn(proposal)
    return before === null ? {} : sightingOf(contents, before.files.keys(), before.head?.root ?? null)
  } catch {
    return {}
  }
}

/** Maximum number of entries between a proposal and its observation: other calls may run at the same time. */
const MAX_BACK = 32

/** The entry that proposed a call: the one with its id or, if it has none, the last one like it. */
function proposalOf(recorder: Recorder, stream: string, dispatch: Dispatch): Entry | null {
  if (!recorder.has(stream)) return null
  const like = dispatch.call === null ? likeOfDispatch(dispatch) : null
  const isIt = (entry: Entry): boolean =>
    like === null ? entry.body['call'] === dispatch.call : likeOfEntry(entry) === like
  let left = MAX_BACK
  for (const entry of recorder.recent(stream)) {
    if (left-- === 0) break
    if (isFact(entry, 'dispatch.proposed') && isIt(entry)) return entry
  }
  return null
}
