import { recentEntries } from '../ledger/stores/files/recent.ts'
import { type Readable, sealedEntries } from '../ledger/stores/files/stream-lines.ts'
import { projectRoot } from '../policy/stores/source.ts'
import { isFact } from '../session/facts.ts'
import { sessionStreams } from './sessions.ts'

/** The project around a folder; null where the folder is gone. */
export function rootIfThere(folder: string): string | null {
  try {
    return projectRoot(folder)
  } catch {
    return null
  }
}

/** Whether two folders are of one project, or one folder, there or gone. */
export const isSameProject = (a: string, b: string): boolean =>
  a === b || (rootIfThere(a) ?? a) === (rootIfThere(b) ?? b)

/** The session of this project that was last heard of, but for the doctor's; null where there is none. */
export function newestHere(home: Readable, folder: string): string | null {
  let newest: { stream: string; at: string } | null = null
  for (const stream of sessionStreams(home.dir)) {
    if (isSubagent(stream)) continue
    const [last] = recentEntries(home, stream)
    if (last === undefined || isFact(last, 'canary.judged') || (newest !== null && last.at <= newest.at)) continue
    const cwd = sealedEntries(home, stream).next().value?.body['cwd']
    if (typeof cwd === 'string' && isSameProject(cwd, folder)) newest = { stream, at: last.at }
  }
  return newest?.stream ?? null
}

/** Ids of sessions have no dot; behind one stands the id of a subagent. */
const isSubagent = (stream: string): boolean => stream.includes('.')
