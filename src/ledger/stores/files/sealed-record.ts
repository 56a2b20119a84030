import { type Opened, openRecord } from '../../seal.ts'
import { readTextIfThere } from './disk.ts'
import type { Readable } from './stream-lines.ts'

/** Reads a sealed record of a kind; null if the file does not exist. */
export function readSealed({ keyring }: Readable, kind: string, path: string): Opened | null {
  const text = readTextIfThere(path)
  return text === null ? null : openRecord(kind, text, keyring.find)
}
