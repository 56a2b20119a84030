import { fileSize, removeIfThere } from './disk.ts'
import { headPath, segmentPath } from './layout.ts'

/** How many bytes a stream's files hold. */
export function bytesOfStream(dir: string, stream: string): number {
  let bytes = 0
  for (let segment = 1; ; segment++) {
    const size = fileSize(segmentPath(dir, stream, segment))
    if (size === null) return bytes
    bytes += size
  }
}

/**
 * Removes a stream's files. Its head goes first, so that no writer takes what is left for a whole stream, and its first
 * file last: while there is one, the stream is known to be there.
 */
export function removeStreamFiles(dir: string, stream: string): void {
  removeIfThere(headPath(dir, stream))
  let segments = 0
  while (fileSize(segmentPath(dir, stream, segments + 1)) !== null) segments++
  for (let segment = segments; segment >= 1; segment--) removeIfThere(segmentPath(dir, stream, segment))
}
