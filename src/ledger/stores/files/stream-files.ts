import { fileSize, removeIfThere } from './disk.ts'
import { headPath, segmentPath } from './layout.ts'

/** The total size of a stream's files in bytes. */
export function bytesOfStream(dir: string, stream: string): number {
  let bytes = 0
  for (let segment = 1; ; segment++) {
    const size = fileSize(segmentPath(dir, stream, segment))
    if (size === null) return bytes
    bytes += size
  }
}

/**
 * Removes a stream's files. The head goes first, so that no writer mistakes the rest for a whole stream. The first file
 * goes last: as long as it exists, the stream is known to exist.
 */
export function removeStreamFiles(dir: string, stream: string): void {
  removeIfThere(headPath(dir, stream))
  let segments = 0
  while (fileSize(segmentPath(dir, stream, segments + 1)) !== null) segments++
  for (let segment = segments; segment >= 1; segment--) removeIfThere(segmentPath(dir, stream, segment))
}
