import { sha256 } from '../../ledger/digest.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { sealRecord } from '../../ledger/seal.ts'
import { ensureDir, readIfThere, writeDurably } from '../../ledger/stores/files/disk.ts'
import type { Home } from '../../ledger/stores/files/home.ts'
import { recentEntries } from '../../ledger/stores/files/recent.ts'
import { readSealed } from '../../ledger/stores/files/sealed-record.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { projectId } from '../../policy/project.ts'
import { callOf } from '../call.ts'
import { type Library, libraryOf } from '../library.ts'
import { decodePack, encodePack, type Pack } from '../pack/format.ts'
import type { Remembered } from '../patterns.ts'
import type { Space } from '../space.ts'
import { foldTrust, NEW_STATE, type TrustState } from '../state.ts'
import { trustStream } from '../stream.ts'

/**
 * A project's trust state on disk, for a fast start: the folded state, sealed, and its patterns, compiled for one pack. Both
 * can be made again from the stream at any time; a snapshot that is missing, altered or stale is never trusted.
 */
type Snapshot = { state: TrustState; compiled: { pack: string; sha256: string } | null }

const KIND = 'trust snapshot'

/** The pack has the space. */
const NO_SPACE: Space = { views: [], categories: [] }

const folder = (home: string): string => `${home}/trust`
const statePath = (home: string, project: string): string => `${folder(home)}/${projectId(project)}.json`
const libraryPath = (home: string, project: string): string => `${folder(home)}/${projectId(project)}.bin`

/** The state as of the last refresh; a new one if there is no usable snapshot. */
export const readState = (home: Readable, project: string): TrustState =>
  readSnapshot(home, project)?.state ?? NEW_STATE

function readSnapshot(home: Readable, project: string): Snapshot | null {
  const opened = readSealed(home, KIND, statePath(home.dir, project))
  if (opened?.kind !== 'sealed' || opened.record['project'] !== project) return null
  return opened.record as unknown as Snapshot
}

/** Folds what the stream has gained, and writes the snapshot if anything changed. */
export function refresh(home: Home, project: string, pack: Pack): TrustState {
  const before = readSnapshot(home, project)
  const known = before?.state ?? NEW_STATE
  const state = newer(home, project, known.seq).reduce(foldTrust, known)
  const remembered = rememberedIn(state)
  const isCompiled = remembered.length === 0 || before?.compiled?.pack === pack.id
  if (before !== null && state.seq === known.seq && isCompiled) return state
  write(home, project, state, pack, remembered)
  return state
}

/** The entries after a seq, oldest first. */
function newer(home: Home, project: string, seq: number): Parameters<typeof foldTrust>[1][] {
  const found: Parameters<typeof foldTrust>[1][] = []
  for (const entry of recentEntries(home, trustStream(project))) {
    if (entry.seq <= seq) break
    found.push(entry)
  }
  return found.reverse()
}

function write(home: Home, project: string, state: TrustState, pack: Pack, remembered: Remembered[]): void {
  ensureDir(folder(home.dir))
  let compiled: Snapshot['compiled'] = null
  if (remembered.length > 0) {
    const bytes = encodePack({ space: NO_SPACE, library: libraryOf(remembered, pack.space), made: { project } })
    writeDurably(libraryPath(home.dir, project), bytes, 0o600)
    compiled = { pack: pack.id, sha256: sha256(bytes) }
  }
  const record = { project, state, compiled } as unknown as JsonObject
  writeDurably(statePath(home.dir, project), sealRecord(KIND, record, home.keyring.current()), 0o600)
}

/** Live patterns and exemplars. */
function rememberedIn({ patterns, exemplars }: TrustState): Remembered[] {
  const live = Object.values(patterns).filter(({ weight }) => weight > 0)
  return [
    ...live.map(({ tool, input, about, category, weight }) => ({
      call: callOf({ tool, input }),
      about,
      category,
      weight,
    })),
    ...Object.values(exemplars).map(({ tool, input, about, weight }) => ({
      call: callOf({ tool, input }),
      about,
      category: null,
      weight,
    })),
  ]
}

/** The project's own patterns, compiled. Null if it has none. Compiles them again if the file does not fit. */
export function readLibrary(home: Readable, project: string, pack: Pack): Library | null {
  const snapshot = readSnapshot(home, project)
  if (snapshot === null || snapshot.compiled === null) return null
  const bytes = readIfThere(libraryPath(home.dir, project))
  const isFit = bytes !== null && snapshot.compiled.pack === pack.id && sha256(bytes) === snapshot.compiled.sha256
  return isFit ? decodePack(bytes).library : libraryOf(rememberedIn(snapshot.state), pack.space)
}
