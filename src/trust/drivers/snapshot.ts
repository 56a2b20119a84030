import { sha256 } from '../../ledger/digest.ts'
import type { Entry, JsonObject } from '../../ledger/kinds.ts'
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
import { FOLD_VERSION, foldTrust, NEW_STATE, type TrustState } from '../state.ts'
import { trustStream } from '../stream.ts'

/**
 * A project's trust state on disk, for a fast start: the folded state, sealed, and its patterns, compiled for one pack. A
 * session's start brings it up to date. One that is missing, altered, of another project or of another version is not used:
 * then only the pack scores until the next session.
 */
type Snapshot = { state: TrustState; compiled: { pack: string; sha256: string } | null }

/** What a project has learnt: its state, and its own patterns, if it has any. */
export type Own = { state: TrustState; library: Library | null }

const KIND = 'trust snapshot'

/** The pack has the space. */
const NO_SPACE: Space = { views: [], categories: [] }

const folder = (home: string): string => `${home}/trust`
const statePath = (home: string, project: string): string => `${folder(home)}/${projectId(project)}.json`
const libraryPath = (home: string, project: string): string => `${folder(home)}/${projectId(project)}.bin`

/** Reads the snapshot of the last refresh. */
export function readOwn(home: Readable, project: string, pack: Pack): Own {
  const snapshot = readSnapshot(home, project)
  if (snapshot === null) return { state: NEW_STATE, library: null }
  return { state: snapshot.state, library: libraryIn(home, project, pack, snapshot) }
}

function readSnapshot(home: Readable, project: string): Snapshot | null {
  const opened = readSealed(home, KIND, statePath(home.dir, project))
  if (opened?.kind !== 'sealed') return null
  const { record } = opened
  return record['project'] === project && record['fold'] === FOLD_VERSION ? (record as unknown as Snapshot) : null
}

/** Folds what the stream has gained, and writes the snapshot if anything changed. */
export function refresh(home: Home, project: string, pack: Pack): TrustState {
  const before = readSnapshot(home, project)
  const gained = before === null ? null : entriesAfter(home, project, before.state.seq)
  // Without a usable snapshot, or if the stream was restored from a backup, everything is folded again.
  const [known, entries] =
    before === null || gained === null ? [NEW_STATE, entriesAfter(home, project, 0) ?? []] : [before.state, gained]
  const state = entries.reduce(foldTrust, known)
  const remembered = rememberedIn(state)
  const isCompiled = remembered.length === 0 || (before !== null && compiledIn(home, project, before, pack) !== null)
  if (known !== before?.state || entries.length > 0 || !isCompiled) write(home, project, state, pack, remembered)
  return state
}

/** The entries after a seq, oldest first; null if the stream ends before it. Entries in the spool have no seq yet. */
function entriesAfter(home: Home, project: string, seq: number): Entry[] | null {
  const found: Entry[] = []
  for (const entry of recentEntries(home, trustStream(project))) {
    if (entry.seq === 0) continue
    if (entry.seq <= seq) return found.length > 0 || entry.seq === seq ? found.reverse() : null
    found.push(entry)
  }
  return seq === 0 ? found.reverse() : null
}

function write(home: Home, project: string, state: TrustState, pack: Pack, remembered: Remembered[]): void {
  ensureDir(folder(home.dir))
  let compiled: Snapshot['compiled'] = null
  if (remembered.length > 0) {
    const bytes = encodePack({ space: NO_SPACE, library: ownLibrary(remembered, pack), made: { project } })
    writeDurably(libraryPath(home.dir, project), bytes, 0o600)
    compiled = { pack: pack.id, sha256: sha256(bytes) }
  }
  const record = { project, fold: FOLD_VERSION, state, compiled } as unknown as JsonObject
  writeDurably(statePath(home.dir, project), sealRecord(KIND, record, home.keyring.current()), 0o600)
}

const ownLibrary = (remembered: readonly Remembered[], { space, library }: Pack): Library =>
  libraryOf(remembered, space, library)

/** Live patterns and exemplars. */
function rememberedIn({ patterns, exemplars }: TrustState): Remembered[] {
  const live = Object.values(patterns).filter(({ weight }) => weight > 0)
  return [
    ...live.map(({ id, tool, input, about, category, weight }) => ({
      id,
      call: callOf({ tool, input }),
      about,
      category,
      weight,
    })),
    ...Object.values(exemplars).map(({ id, tool, input, about, weight }) => ({
      id,
      call: callOf({ tool, input }),
      about,
      category: null,
      weight,
    })),
  ]
}

/** Compiles the patterns again if the file does not fit. */
function libraryIn(home: Readable, project: string, pack: Pack, snapshot: Snapshot): Library | null {
  if (snapshot.compiled === null) return null
  const bytes = compiledIn(home, project, snapshot, pack)
  return bytes === null ? ownLibrary(rememberedIn(snapshot.state), pack) : decodePack(bytes).library
}

/** The file with the compiled patterns; null if it is missing, altered or made for another pack. */
function compiledIn(home: Readable, project: string, { compiled }: Snapshot, pack: Pack): Uint8Array | null {
  if (compiled?.pack !== pack.id) return null
  const bytes = readIfThere(libraryPath(home.dir, project))
  return bytes !== null && sha256(bytes) === compiled.sha256 ? bytes : null
}
