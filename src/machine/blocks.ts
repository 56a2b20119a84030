import { lstatSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { canonical } from '../ledger/canonical.ts'
import { type Key, sha256 } from '../ledger/digest.ts'
import { isObject } from '../ledger/kinds.ts'
import { readTextIfThere, writeDurably } from '../ledger/stores/files/disk.ts'
import { believedKey } from '../ledger/stores/files/rotations.ts'
import type { Readable } from '../ledger/stores/files/stream-lines.ts'
import { type BlockCount, type Blocks, NO_BLOCKS } from '../supervisor/stop/blocks.ts'

/** Keeps block counts in files: in the state directory, or in the temporary directory if the former is not writable. */
export function blocksIn(home: Readable): Blocks {
  const { dir } = home
  const ownOf = (stream: string): CountFile => ({
    stream,
    among: 'state',
    path: join(dir, 'blocks', `${stream.replaceAll('/', '.')}.json`),
  })
  const spareOf = (stream: string): CountFile => ({
    stream,
    among: 'temporary',
    path: join(tmpdir(), `bailiff-${userOf()}`, `${sha256(`${dir}\n${stream}`).slice(0, 32)}.json`),
  })
  return {
    read: (stream) => {
      const own = readCount(home, ownOf(stream))
      const spare = readCount(home, spareOf(stream))
      // The agent can write and restore temporary files, so they are used only if the state directory fails.
      if (spare === null || keepsCounts(home, ownOf(stream), own ?? NO_BLOCKS)) return own ?? NO_BLOCKS
      // Take the higher count: if one place could not be updated, the other is ahead.
      return own === null ? spare : higher(own, spare)
    },
    keep: (stream, count) => [ownOf(stream), spareOf(stream)].some((place) => writeCount(home, place, count)),
    clear: (stream) => {
      for (const { path } of [ownOf(stream), spareOf(stream)]) removeCount(path)
    },
  }
}

/** A file with a stream's block count. The seal covers `among`, so neither file can be replaced by a copy of the other. */
type CountFile = { stream: string; among: 'state' | 'temporary'; path: string }

/** The numeric user id: in containers, users often have no name. */
const userOf = (): string => String(process.getuid?.() ?? 'nobody')

const higher = (a: BlockCount, b: BlockCount): BlockCount => ({
  blocks: Math.max(a.blocks, b.blocks),
  failures: Math.max(a.failures, b.failures),
  reason: (b.blocks > a.blocks ? b : a).reason ?? b.reason,
})

/** Placeholder as long as a reason's hash, but not the hash of any text. */
const NO_REASON = '0'.repeat(64)

/** True if counts can be read from and written to a place. Tests this by writing the current count. */
function keepsCounts(home: Readable, place: CountFile, count: BlockCount): boolean {
  try {
    readTextIfThere(place.path)
  } catch {
    return false
  }
  return writeCount(home, place, { ...count, reason: count.reason ?? NO_REASON })
}

/** Returns null if there is no trustworthy count. While there is a key, only sealed counts are trusted. */
function readCount(home: Readable, place: CountFile): BlockCount | null {
  try {
    const text = isOurs(dirname(place.path)) ? readTextIfThere(place.path) : null
    if (text === null) return null
    const { blocks, failures, reason, key } = parse(text)
    const count = { blocks: number(blocks), failures: number(failures), reason: textOrNull(reason) }
    if (currentKey(home) === null) return count
    const sealing = typeof key === 'string' ? believedKey(home, key) : null
    return sealing !== null && render(place, count, sealing) === text ? count : null
  } catch {
    return null
  }
}

function parse(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text)
  return isObject(value) ? value : {}
}

const number = (given: unknown): number => (Number.isSafeInteger(given) ? Math.max(0, Number(given)) : 0)

const textOrNull = (given: unknown): string | null => (typeof given === 'string' ? given : null)

/** Returns null if the keys are gone: the gate must still count blocks, so the count is written without a seal. */
function currentKey({ keyring }: Readable): Key | null {
  try {
    return keyring.current()
  } catch {
    return null
  }
}

function render({ stream, among }: CountFile, { blocks, failures, reason }: BlockCount, key: Key | null): string {
  const count = { blocks, failures, reason }
  const mac = key?.mac(sha256(canonical({ count, stream, among })))
  return `${JSON.stringify({ ...count, ...(key !== null && { key: key.id, mac }) })}\n`
}

/** Writes a count. Returns true if the same count can be read back. */
function writeCount(home: Readable, place: CountFile, count: BlockCount): boolean {
  try {
    const dir = dirname(place.path)
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    if (!isOurs(dir)) return false
    // The write is atomic: if the disk is full, the previous count is kept.
    writeDurably(place.path, render(place, count, currentKey(home)), 0o600)
    return readCount(home, place)?.blocks === count.blocks
  } catch {
    return false
  }
}

/** True if it is a directory that only this user can write to. */
function isOurs(dir: string): boolean {
  const stat = lstatSync(dir)
  return stat.isDirectory() && stat.uid === (process.getuid?.() ?? stat.uid) && (stat.mode & 0o022) === 0
}

function removeCount(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // The old count stays, so a later turn is blocked fewer times.
  }
}
