import { canonical } from '../../ledger/canonical.ts'
import { sha256 } from '../../ledger/digest.ts'
import type { Entry, JsonObject } from '../../ledger/kinds.ts'
import { sealRecord } from '../../ledger/seal.ts'
import { ensureDir, readIfThere, writeDurably } from '../../ledger/stores/files/disk.ts'
import type { Home } from '../../ledger/stores/files/home.ts'
import { recentEntries } from '../../ledger/stores/files/recent.ts'
import { readSealed } from '../../ledger/stores/files/sealed-record.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { projectId } from '../../policy/project.ts'
import { Comparison } from '../learning/near.ts'
import { ownLibrary } from '../learning/own-library.ts'
import { thresholdIn } from '../learning/recent.ts'
import type { Library } from '../library.ts'
import { automaticAnswer, ownRateOf } from '../own-rate.ts'
import { decodePack, encodePack, type Pack } from '../pack/format.ts'
import { DEFAULT_PARAMETERS, type Parameters } from '../parameters.ts'
import type { ScoreSettings } from '../risk.ts'
import type { Space } from '../space.ts'
import { FOLD_VERSION, foldTrust, NEW_STATE, type TrustState } from '../state.ts'
import { trustStream } from '../stream.ts'

/**
 * A project's trust state on disk, for a fast start, in three files. The sealed one has what a score needs; it names the
 * hashes of the other two: the folded state, and the compiled patterns. The start of a session and every lesson bring them
 * up to date. A snapshot that is missing, altered, of another project or of another version is not used: then only the pack
 * scores until the next refresh.
 */
type Snapshot = {
  seq: number
  threshold: number
  answer: 'flag' | 'ask'
  parameters: Parameters
  /** The hash of the state's file. */
  state: string
  compiled: { pack: string; sha256: string } | null
}

/** The lessons of a project, as far as scores need them. */
export type Own = Pick<Snapshot, 'seq' | 'threshold' | 'answer'> & { settings: ScoreSettings; library: Library | null }

/** Nothing is learnt, and nothing is set. */
export const NOTHING_OWN: Own = {
  seq: 0,
  threshold: DEFAULT_PARAMETERS.threshold,
  answer: 'flag',
  settings: DEFAULT_PARAMETERS,
  library: null,
}

const KIND = 'trust snapshot'

/** The pack has the space. */
const NO_SPACE: Space = { views: [], categories: [] }

const folder = (home: string): string => `${home}/trust`

const pathOf = (home: string, project: string, kind: 'json' | 'state' | 'bin'): string =>
  `${folder(home)}/${projectId(project)}.${kind}`

/** Reads the snapshot of the last refresh. */
export function readOwn(home: Readable, project: string, pack: Pack): Own {
  const snapshot = readSnapshot(home, project)
  if (snapshot === null) return NOTHING_OWN
  const { seq, threshold, answer, parameters } = snapshot
  return { seq, threshold, answer, settings: parameters, library: libraryIn(home, project, pack, snapshot) }
}

function readSnapshot(home: Readable, project: string): Snapshot | null {
  const opened = readSealed(home, KIND, pathOf(home.dir, project, 'json'))
  if (opened?.kind !== 'sealed') return null
  const { record } = opened
  return record['project'] === project && record['fold'] === FOLD_VERSION ? (record as unknown as Snapshot) : null
}

/** The file's state; null if it is missing or altered. */
function stateIn(home: Readable, project: string, { state: hash }: Snapshot): TrustState | null {
  const bytes = readIfThere(pathOf(home.dir, project, 'state'))
  return bytes !== null && sha256(bytes) === hash ? (JSON.parse(bytes.toString()) as TrustState) : null
}

/** The state with all entries of the stream: from the snapshot on if there is one, otherwise from the beginning. */
export function currentState(home: Readable, project: string): TrustState {
  const snapshot = readSnapshot(home, project)
  const known = snapshot === null ? null : stateIn(home, project, snapshot)
  const gained = known === null ? null : entriesAfter(home, project, known.seq)
  // If the stream was restored from a backup, the snapshot is ahead of it: everything is folded again.
  if (known !== null && gained !== null) return gained.reduce(foldTrust, known)
  return (entriesAfter(home, project, 0) ?? []).reduce(foldTrust, NEW_STATE)
}

/** The entries after a seq, oldest first; null if the stream ends before it. Entries in the spool have no seq yet. */
function entriesAfter(home: Readable, project: string, seq: number): Entry[] | null {
  const found: Entry[] = []
  for (const entry of recentEntries(home, trustStream(project))) {
    if (entry.seq === 0) continue
    if (entry.seq <= seq) return found.length > 0 || entry.seq === seq ? found.reverse() : null
    found.push(entry)
  }
  return seq === 0 ? found.reverse() : null
}

/** Folds what the stream has gained, and writes the snapshot if anything changed. `packOf` loads the pack on demand. */
export function refresh(home: Home, project: string, packOf: () => Pack, parameters: Parameters): TrustState {
  const before = readSnapshot(home, project)
  const state = currentState(home, project)
  if (before === null && state.seq === 0 && parameters === DEFAULT_PARAMETERS) return state
  const isSame = before?.seq === state.seq && textOf(before.parameters) === textOf(parameters)
  if (!isSame || !isCompiled(home, project, before, packOf)) write(home, project, state, packOf, parameters)
  return state
}

/** A sealed record has its fields in another order. */
const textOf = (parameters: Parameters): string => canonical(parameters as unknown as JsonObject)

const isCompiled = (home: Home, project: string, snapshot: Snapshot, packOf: () => Pack): boolean =>
  snapshot.compiled === null || compiledIn(home, project, snapshot, packOf()) !== null

function write(home: Home, project: string, state: TrustState, packOf: () => Pack, parameters: Parameters): void {
  ensureDir(folder(home.dir))
  const text = Buffer.from(JSON.stringify(state))
  writeDurably(pathOf(home.dir, project, 'state'), text, 0o600)
  const compiled = isEmpty(state) ? null : writeLibrary(home, project, state, packOf())
  const snapshot: Snapshot = {
    seq: state.seq,
    threshold: thresholdIn(state, parameters),
    answer: automaticAnswer(ownRateOf(state, parameters)),
    parameters,
    state: sha256(text),
    compiled,
  }
  const record = { project, fold: FOLD_VERSION, ...snapshot } as unknown as JsonObject
  writeDurably(pathOf(home.dir, project, 'json'), sealRecord(KIND, record, home.keyring.current()), 0o600)
}

const isEmpty = ({ patterns, exemplars }: TrustState): boolean =>
  Object.keys(patterns).length + Object.keys(exemplars).length === 0

function writeLibrary(home: Home, project: string, state: TrustState, pack: Pack): Snapshot['compiled'] {
  const library = ownLibrary(state, new Comparison(pack.space))
  if (library === null) return null
  const bytes = encodePack({ space: NO_SPACE, library, made: { project } })
  writeDurably(pathOf(home.dir, project, 'bin'), bytes, 0o600)
  return { pack: pack.id, sha256: sha256(bytes) }
}

/** Compiles the patterns again if the file does not fit. */
function libraryIn(home: Readable, project: string, pack: Pack, snapshot: Snapshot): Library | null {
  if (snapshot.compiled === null) return null
  const bytes = compiledIn(home, project, snapshot, pack)
  if (bytes !== null) return decodePack(bytes).library
  const state = stateIn(home, project, snapshot)
  return state === null ? null : ownLibrary(state, new Comparison(pack.space))
}

/** The file with the compiled patterns; null if it is missing, altered or made for another pack. */
function compiledIn(home: Readable, project: string, { compiled }: Snapshot, pack: Pack): Uint8Array | null {
  if (compiled?.pack !== pack.id) return null
  const bytes = readIfThere(pathOf(home.dir, project, 'bin'))
  return bytes !== null && sha256(bytes) === compiled.sha256 ? bytes : null
}
