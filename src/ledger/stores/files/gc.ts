import { readdirSync, renameSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { LedgerError, type LedgerErrorCode } from '../../errors.ts'
import type { Entry, JsonObject, Tail } from '../../kinds.ts'
import { chooseExpired, type Kept, type Retention, type StreamFacts } from '../../retention.ts'
import { sweepTickets } from '../lock.ts'
import { chainSpool } from './append.ts'
import { ensureDir, removeIfThere, TEMP_PREFIX } from './disk.ts'
import type { Home } from './home.ts'
import { artifactPath, artifactTempDir, ticketsDir } from './layout.ts'
import { filesIn, listStreams } from './list.ts'
import { listOpen } from './open-streams.ts'
import { readChain, readHead } from './read.ts'
import { readRegister } from './read-register.ts'
import { record } from './register.ts'
import { spooledStreams } from './spool.ts'
import { bytesOfStream, removeStreamFiles } from './stream-files.ts'
import { withLock } from './with-lock.ts'

export type Collected = { streams: string[]; artifacts: number; bytes: number; kept: Kept[] }

type Survey = StreamFacts & { tail: Tail; ownBytes: number; artifacts: Map<string, number> }

/** Files younger than this stay: an entry that names them may be about to be written. */
const GRACE_MS = 3600_000
const BROKEN = 'it does not verify'

/**
 * Removes expired streams and artifacts that no entry names any more. A stream that does not verify is evidence and
 * stays. Each stream gets a tombstone in the register before its files are removed, so the ledger verifies at every
 * moment. `decision` says who decided it.
 */
export function collect(
  home: Home,
  retention: Retention,
  mode: 'remove' | 'dry-run',
  watch: (done: number, total: number) => void = () => {},
  decision: JsonObject = {},
): Collected {
  if (mode === 'remove') finishInterrupted(home)
  const broken: Kept[] = []
  const surveys = listStreams(home.dir).flatMap((stream, i, { length }) => {
    watch(i + 1, length)
    return survey(home, stream, broken) ?? []
  })
  const openStreams = new Set(listOpen(home.dir).map(({ stream }) => stream))
  const { expired, kept } = chooseExpired(surveys, retention, home.now().getTime(), openStreams)
  const taken = surveys
    .filter(({ stream }) => expired.includes(stream))
    .filter((one) => mode === 'dry-run' || removeUnlessBusy(home, one, { kept, decision }))
  const named = new Set(surveys.filter((one) => !taken.includes(one)).flatMap(({ artifacts }) => [...artifacts.keys()]))
  // Unreadable or spooled entries may name any artifact, so none is removed while such entries exist.
  const swept =
    broken.length > 0 || spooledStreams(home.dir).length > 0
      ? { count: 0, bytes: 0 }
      : sweepArtifacts(home, named, mode)
  if (mode === 'remove') sweepLeftovers(home)
  const bytes = taken.reduce((sum, { ownBytes }) => sum + ownBytes, swept.bytes)
  return { streams: taken.map(({ stream }) => stream), artifacts: swept.count, bytes, kept: [...broken, ...kept] }
}

/** Finishes an interrupted collection, and chains entries waiting in the spool. */
function finishInterrupted(home: Home): void {
  const { streams } = readRegister(home)
  for (const stream of listStreams(home.dir)) {
    const listed = streams.get(stream)
    if (listed?.kind === 'collected') withLock(home, stream, () => removeRest(home, stream, listed.tombstone.seq))
  }
  for (const stream of spooledStreams(home.dir)) withLock(home, stream, () => chainSpool(home, stream))
}

/** Removes a collected stream's files, unless the stream was written to after its tombstone. */
function removeRest(home: Home, stream: string, collectedSeq: number): void {
  if ((readHead(home, stream)?.seq ?? 0) <= collectedSeq) removeStreamFiles(home.dir, stream)
}

function survey(home: Home, stream: string, broken: Kept[]): Survey | null {
  const artifacts = new Map<string, number>()
  const cites: string[] = []
  let lastAt = 0
  try {
    for (const entry of readChain(home, stream)) {
      lastAt = Math.max(lastAt, Date.parse(entry.at))
      for (const { sha256, bytes } of entry.artifacts) artifacts.set(sha256, bytes)
      cites.push(...citesOf(entry))
    }
  } catch (error) {
    if (!isCode(error, 'CHAIN_BROKEN')) throw error
    broken.push({ stream, why: BROKEN })
    return null
  }
  const ownBytes = bytesOfStream(home.dir, stream)
  const bytes = [...artifacts.values()].reduce((sum, size) => sum + size, ownBytes)
  return { stream, lastAt, bytes, ownBytes, cites, artifacts, tail: readHead(home, stream) ?? { seq: 0, hash: '' } }
}

/** Returns the streams that an entry cites in its body. */
const citesOf = ({ body }: Entry): string[] => (Array.isArray(body['cites']) ? body['cites'].map(String) : [])

type Removing = { kept: Kept[]; decision: JsonObject }

/** Removes a stream, or keeps it if its lock stays held; the other streams are still removed. */
function removeUnlessBusy(home: Home, one: Survey, { kept, decision }: Removing): boolean {
  try {
    return removeStream(home, one, decision)
  } catch (error) {
    if (!isCode(error, 'LOCK_TIMEOUT')) throw error
    kept.push({ stream: one.stream, why: 'another process is writing to it' })
    return false
  }
}

const isCode = (error: unknown, code: LedgerErrorCode): boolean => error instanceof LedgerError && error.code === code

/** Returns false if the stream has been written to since the survey. */
function removeStream(home: Home, { stream, tail }: Survey, decision: JsonObject): boolean {
  return withLock(home, stream, () => {
    if (readHead(home, stream)?.hash !== tail.hash) return false
    record(home, { kind: 'stream.collected', actor: 'admin', body: { stream, ...tail, ...decision } })
    removeStreamFiles(home.dir, stream)
    return true
  })
}

function sweepArtifacts(
  home: Home,
  named: ReadonlySet<string>,
  mode: 'remove' | 'dry-run',
): { count: number; bytes: number } {
  const swept = { count: 0, bytes: 0 }
  const root = join(home.dir, 'artifacts')
  for (const sha256 of filesIn(root).flatMap((part) => (part.length === 2 ? filesIn(join(root, part)) : []))) {
    const stat = statSync(artifactPath(home.dir, sha256), { throwIfNoEntry: false })
    if (stat === undefined || named.has(sha256) || home.now().getTime() - stat.mtimeMs < GRACE_MS) continue
    if (mode === 'remove' && !removeArtifact(home.dir, sha256, stat.mtimeMs)) continue
    swept.count++
    swept.bytes += stat.size
  }
  return swept
}

/** Moves the artifact aside first. If a writer has just stored it again, its mtime changed, and it is moved back. */
function removeArtifact(dir: string, sha256: string, mtimeMs: number): boolean {
  const path = artifactPath(dir, sha256)
  const aside = join(artifactTempDir(dir), `${sha256}.gc`)
  ensureDir(artifactTempDir(dir))
  renameSync(path, aside)
  const isUntouched = statSync(aside).mtimeMs === mtimeMs
  if (isUntouched) removeIfThere(aside)
  else renameSync(aside, path)
  return isUntouched
}

/** Removes leftovers of killed processes: unfinished files, and tickets whose owner is dead. */
function sweepLeftovers(home: Home): void {
  const unfinished = filesIn(artifactTempDir(home.dir)).map((name) => join(artifactTempDir(home.dir), name))
  for (const path of [...unfinished, ...tempFilesUnder(home.dir)]) {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat !== undefined && home.now().getTime() - stat.mtimeMs >= GRACE_MS) removeIfThere(path)
  }
  sweepTickets(ticketsDir(home.dir))
}

/** Temporary files that were never renamed into place. */
const tempFilesUnder = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path).startsWith(TEMP_PREFIX))
    .map((path) => join(dir, path))
