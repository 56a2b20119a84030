import type { Recorder } from '../../store.ts'
import { appendSync } from './append.ts'
import { putArtifactSync } from './artifacts.ts'
import type { Home } from './home.ts'
import { isBegun, recentEntries } from './recent.ts'
import { sealedEntries } from './stream-lines.ts'
import { VerifiedEntries } from './verified-entries.ts'

/** Records in a home's ledger. */
export function recorderOf(home: Home): Recorder {
  const verified = new VerifiedEntries()
  const begun = new Set<string>()
  return {
    append: (stream, drafts, beginning) => {
      // After one timeout, do not wait for any other lock: the host is waiting for us.
      if (appendSync(home, stream, drafts, beginning).kind === 'spooled') home.lockWaitMs = 0
    },
    keep: (name, bytes) => putArtifactSync(home.dir, { name, media: 'text/plain' }, bytes),
    has: (stream) => {
      if (!begun.has(stream) && isBegun(home.dir, stream)) begun.add(stream)
      return begun.has(stream)
    },
    recent: (stream) => recentEntries(home, stream, verified),
    oldest: (stream) => sealedEntries(home, stream, verified),
  }
}
