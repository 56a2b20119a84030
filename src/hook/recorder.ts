import { appendSync } from '../ledger/stores/files/append.ts'
import { putArtifactSync } from '../ledger/stores/files/artifacts.ts'
import type { Home } from '../ledger/stores/files/home.ts'
import { isBegun, recentEntries } from '../ledger/stores/files/recent.ts'
import type { Recorder } from '../supervisor/recorder.ts'

/** The ledger of a home, as the supervisor uses it. */
export const recorderOf = (home: Home): Recorder => ({
  append: (stream, drafts, beginning) => {
    // Who has waited for a lock once does not wait for another: somebody is waiting here too.
    if (appendSync(home, stream, drafts, beginning).kind === 'spooled') home.lockWaitMs = 0
  },
  keep: (name, bytes) => putArtifactSync(home.dir, { name, media: 'text/plain' }, bytes),
  has: (stream) => isBegun(home.dir, stream),
  recent: (stream) => recentEntries(home, stream),
})
