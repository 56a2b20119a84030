import { appendSync } from '../ledger/stores/files/append.ts'
import { putArtifactSync } from '../ledger/stores/files/artifacts.ts'
import { fileSize } from '../ledger/stores/files/disk.ts'
import type { Home } from '../ledger/stores/files/home.ts'
import { segmentPath } from '../ledger/stores/files/layout.ts'
import { recentEntries } from '../ledger/stores/files/recent.ts'
import type { Recorder } from '../supervisor/recorder.ts'

/** The ledger of a home, as the supervisor uses it. */
export const recorderOf = (home: Home): Recorder => ({
  append: (stream, drafts) => void appendSync(home, stream, drafts),
  keep: (name, bytes) => putArtifactSync(home.dir, { name, media: 'text/plain' }, bytes),
  has: (stream) => fileSize(segmentPath(home.dir, stream, 1)) !== null,
  recent: (stream) => recentEntries(home, stream),
})
