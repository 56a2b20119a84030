import { appendSync } from '../ledger/stores/files/append.ts'
import { putArtifactSync } from '../ledger/stores/files/artifacts.ts'
import { fileSize } from '../ledger/stores/files/disk.ts'
import type { Home } from '../ledger/stores/files/home.ts'
import { segmentPath } from '../ledger/stores/files/layout.ts'
import { recentEntries } from '../ledger/stores/files/recent.ts'
import type { Recorder } from '../supervisor/recorder.ts'

/** The ledger of a home, as the supervisor uses it. */
export const recorderOf = (home: Home): Recorder => ({
  append: (stream, drafts, beginning) => {
    // Who has waited for a lock once does not wait for another: somebody is waiting here too.
    if (appendSync(home, stream, drafts, beginning).kind === 'spooled') home.lockWaitMs = 0
  },
  keep: (name, bytes) => putArtifactSync(home.dir, { name, media: 'text/plain' }, bytes),
  // A file without a line was left by somebody who did not get far.
  has: (stream) => (fileSize(segmentPath(home.dir, stream, 1)) ?? 0) > 0,
  recent: (stream) => recentEntries(home, stream),
})
