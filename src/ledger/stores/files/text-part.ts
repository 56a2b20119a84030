import { closeSync, openSync } from 'node:fs'
import { readAt } from './disk.ts'
import { artifactPath } from './layout.ts'

/** Reads part of a stored text. Characters cut at either end are dropped. Null if the text cannot be read. */
export function readTextPart(home: string, sha256: string, from: number, bytes: number): string | null {
  try {
    const fd = openSync(artifactPath(home, sha256), 'r')
    try {
      return readAt(fd, from, bytes)
        .toString('utf8')
        .replace(/^\ufffd+|\ufffd+$/g, '')
    } finally {
      closeSync(fd)
    }
  } catch {
    return null
  }
}
