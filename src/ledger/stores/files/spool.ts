import { randomBytes } from 'node:crypto'
import { readdirSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { canonical } from '../../canonical.ts'
import type { Prepared } from '../../chain.ts'
import { sha256 } from '../../digest.ts'
import { isObject, isStreamName, type JsonObject, STREAM_KINDS } from '../../kinds.ts'
import { ensureDir, explainDisk, readIfThere, readTextIfThere, writeDurably } from './disk.ts'
import { parseHead } from './head.ts'
import type { Home } from './home.ts'
import { headPath, spoolDir } from './layout.ts'
import { filesIn } from './list.ts'
import { believedKey } from './rotations.ts'
import type { Readable } from './stream-lines.ts'

/**
 * Entries whose append timed out waiting for a lock. They are durable and sealed in a spool file until the
 * next writer chains them. `after` is where to start looking for them in the stream: they cannot be chained before it.
 */
export type Spooled = {
  id: string
  stream: string
  after: { segment: number; bytes: number }
  entries: Prepared[]
}

/** Names of spool files; files with other names under `spool/` are not ours. */
export const SPOOL_FILE = /^[0-9a-f-]+\.spool$/
const REFUSED_SUFFIX = '.refused'

/** The time in the last id that this process created, by home: each home has its own clock. */
const lastIds = new Map<string, number>()

/** Creates an id. Ids sort by time; those of one process sort in creation order, even if its clock goes backwards. */
function nextId({ dir, now }: Home): string {
  const id = Math.max(now().getTime(), (lastIds.get(dir) ?? 0) + 1)
  lastIds.set(dir, id)
  return `${id.toString(16).padStart(12, '0')}-${randomBytes(8).toString('hex')}`
}

/** Writes a spool file and returns its id. */
export function writeSpool(home: Home, stream: string, entries: Prepared[]): string {
  const id = nextId(home)
  const spooled: Spooled = { id, stream, after: placeBefore(home, stream), entries }
  const text = canonical(spooled as unknown as JsonObject)
  const dir = spoolDir(home.dir, stream)
  try {
    ensureDir(dir)
  } catch (error) {
    throw explainDisk(error, dir)
  }
  sealSpool(home, join(dir, `${id}.spool`), text)
  return id
}

/** Seals the file again if the key was rotated meanwhile: a file under a retired key would be refused. */
function sealSpool(home: Home, path: string, text: string): void {
  const key = home.keyring.current()
  writeDurably(path, `{"key":"${key.id}","mac":"${key.mac(sha256(text))}","spool":${text}}\n`, 0o600)
  if (home.keyring.current().id !== key.id) sealSpool(home, path, text)
}

/** Reads the head without the lock, so it may lag behind; it is never ahead. */
function placeBefore(home: Home, stream: string): Spooled['after'] {
  const stored = readIfThere(headPath(home.dir, stream))
  const parsed = stored === null ? null : parseHead(stored, stream, home.keyring.find)
  return parsed?.kind === 'head' ? { segment: parsed.head.segment, bytes: parsed.head.bytes } : { segment: 1, bytes: 0 }
}

/** The streams with entries in the spool. */
export const spooledStreams = (home: string): string[] =>
  STREAM_KINDS.flatMap((kind) => filesIn(join(home, 'spool', kind)).map((id) => `${kind}/${id}`)).filter(
    (stream) => isStreamName(stream) && listSpool(home, stream).length > 0,
  )

/** The spool files waiting for a stream, oldest first. */
export function listSpool(home: string, stream: string): string[] {
  const dir = spoolDir(home, stream)
  try {
    return readdirSync(dir)
      .filter((name) => SPOOL_FILE.test(name))
      .sort()
      .map((name) => join(dir, name))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw explainDisk(error, dir)
  }
}

/**
 * Reads a spool file; null if it is not one of ours for this stream. Files under a retired key are refused: otherwise
 * anyone who stole that key could get arbitrary entries chained with the current key.
 */
export function readSpool(home: Readable, path: string, stream: string): Spooled | null {
  const text = readTextIfThere(path) ?? ''
  const match = /^\{"key":"([0-9a-f]{16})","mac":"([0-9a-f]{64})","spool":(.*)\}\n$/s.exec(text)
  if (match === null) return null
  const [, id = '', mac = '', body = ''] = match
  if (believedKey(home, id)?.mac(sha256(body)) !== mac) return null
  const spooled: unknown = JSON.parse(body)
  const ours = isObject(spooled) && spooled['stream'] === stream && `${spooled['id']}.spool` === basename(path)
  return ours ? (spooled as unknown as Spooled) : null
}

/** Renames a file that is not ours, so that `verify` reports it and no writer reads it again. */
export const refuseSpool = (path: string): void => renameSync(path, `${path}${REFUSED_SUFFIX}`)
