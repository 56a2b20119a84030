import { closeSync, openSync } from 'node:fs'
import { readAt } from './disk.ts'
import { artifactPath } from './layout.ts'

/** Reads part of an artifact as text. Drops characters cut off at either end. Returns null if it cannot be read. */
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
