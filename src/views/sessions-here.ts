import { recentEntries } from '../ledger/stores/files/recent.ts'
import { type Readable, sealedEntries } from '../ledger/stores/files/stream-lines.ts'
import { projectRoot } from '../policy/stores/source.ts'
import { isFact } from '../session/facts.ts'
import { sessionStreams } from './sessions.ts'

/** The project that contains a folder; null if the folder does not exist. */
export function rootIfThere(folder: string): string | null {
  try {
    return projectRoot(folder)
  } catch {
    return null
  }
}

/** True if two folders belong to the same project, or are the same path, existing or not. */
export const isSameProject = (a: string, b: string): boolean =>
  a === b || (rootIfThere(a) ?? a) === (rootIfThere(b) ?? b)

/** The most recent session of this project, apart from the doctor's; null if there is none. */
export function newestHere(home: Readable, folder: string): string | null {
  let newest: { stream: string; at: string } | null = null
  for (const stream of sessionStreams(home.dir)) {
    if (isSubagent(stream) || isOfCi(stream)) continue
    const [last] = recentEntries(home, stream)
    if (last === undefined || isFact(last, 'canary.judged') || (newest !== null && last.at <= newest.at)) continue
    const cwd = sealedEntries(home, stream).next().value?.body['cwd']
    if (typeof cwd === 'string' && isSameProject(cwd, folder)) newest = { stream, at: last.at }
  }
  return newest?.stream ?? null
}

/** Session ids have no dot; in a subagent's stream its own id follows a dot. */
const isSubagent = (stream: string): boolean => stream.includes('.')

/** A pull request is judged in a session of its own, in which no agent works. */
const isOfCi = (stream: string): boolean => stream.startsWith('session/ci-')
