import { statSync } from 'node:fs'
import { sha256 } from '../../ledger/digest.ts'
import { readIfThere } from '../../ledger/stores/files/disk.ts'
import { segmentPath } from '../../ledger/stores/files/layout.ts'
import { listStreams } from '../../ledger/stores/files/list.ts'
import { recentEntries } from '../../ledger/stores/files/recent.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { isFact, readFact } from '../../session/facts.ts'
import type { Settings } from '../../session/parts.ts'

/** Maximum number of sessions to search, newest first. */
const MAX_SESSIONS = 20

/** Returns the settings that a session in this host last saw in this project, and when; null if there is none. */
export function lastSeen(
  home: Readable,
  host: string,
  paths: readonly string[],
): { at: string; files: Settings } | null {
  const streams = listStreams(home.dir)
    .filter((stream) => stream.startsWith(`session/${host}-`) && !stream.includes('.'))
    .map((stream) => ({ stream, at: statSync(segmentPath(home.dir, stream, 1)).mtimeMs }))
    .sort((a, b) => b.at - a.at)
    .slice(0, MAX_SESSIONS)
  for (const { stream } of streams) {
    for (const entry of recentEntries(home, stream)) {
      if (!isFact(entry, 'settings.seen')) continue
      const { files } = readFact('settings.seen', entry)
      // Sessions in other projects say nothing about this project's settings.
      if (paths.some((path) => files.has(path))) return { at: entry.at, files }
      break
    }
  }
  return null
}

/** Returns the files that have changed since a session saw them, unless they are as we wrote them (`written`). */
export const changedSince = (
  { files }: { files: Settings },
  paths: readonly string[],
  written: ReadonlySet<string>,
): string[] =>
  paths.filter((path) => {
    const before = files.get(path)
    const now = hashOf(path)
    return before !== undefined && before.sha256 !== now && !(now !== undefined && written.has(now))
  })

function hashOf(path: string): string | undefined {
  const bytes = readIfThere(path)
  // Hashed as text, as the hook does.
  return bytes === null ? undefined : sha256(bytes.toString('utf8'))
}
