import { readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../../ledger/digest.ts'
import type { ArtifactRef } from '../../../ledger/kinds.ts'
import { ensureDir, readTextIfThere, writeDurably } from '../../../ledger/stores/files/disk.ts'
import { artifactPath } from '../../../ledger/stores/files/layout.ts'
import type { Fingerprint } from '../../fingerprint/fingerprint.ts'
import { rowsOf } from '../../fingerprint/rows.ts'
import { type KeptStart, openStart, parseStart, type ReadTests, type Start, storedStart } from '../start.ts'

/** Stores bytes as an artifact of the ledger. */
type Keep = (name: string, bytes: Uint8Array) => ArtifactRef

type Taken = {
  /** The state directory, and the project's folder. */
  home: string
  project: string
  fingerprint: Fingerprint
  refs: Pick<Start, 'branch' | 'commits'>
  read: ReadTests
}

/** Stores the content of a workspace as the start of a turn, as a difference to the project's last complete start. */
export function keepStart({ home, project, fingerprint, refs, read: readTests }: Taken, keep: Keep): KeptStart {
  const base = readBase(home, project)
  const beside = { head: fingerprint.head, ...refs }
  const stored = storedStart(rowsOf(fingerprint.table), beside, base, readTests)
  const ref = keep('start', Buffer.from(JSON.stringify(stored)))
  if (stored.base === null) writeBase(home, project, ref.sha256)
  // Named again, so that the base lives as long as the starts that need it.
  const artifacts = base === null || stored.base === null ? [ref] : [ref, base.ref]
  const { sha256: content, files } = fingerprint
  return { sha256: ref.sha256, content, files, unread: stored.unread?.length ?? 0, artifacts }
}

/** Loads a start; null if it is missing or was changed. */
export function loadStart(home: string, hash: string): Start | null {
  const stored = parseStart(read(home, hash)?.toString('utf8') ?? '')
  if (stored === null) return null
  const base = stored.base === null ? null : parseStart(read(home, stored.base)?.toString('utf8') ?? '')
  if (stored.base !== null && base === null) return null
  return openStart(stored, base === null ? null : openStart(base, null))
}

const pathOf = (home: string, project: string): string => join(home, 'starts', `${sha256(project).slice(0, 16)}.json`)

type Base = { sha256: string; start: Start; ref: ArtifactRef }

/** The project's last complete start. The file only names it: its hash proves the rest. */
function readBase(home: string, project: string): Base | null {
  const hash = /^\{"base":"([0-9a-f]{64})"\}\n$/.exec(readTextIfThere(pathOf(home, project)) ?? '')?.[1]
  const bytes = hash === undefined ? null : readRenewed(home, hash)
  const stored = bytes === null ? null : parseStart(bytes.toString('utf8'))
  if (hash === undefined || bytes === null || stored === null || stored.base !== null) return null
  const ref = { name: 'start.base', sha256: hash, bytes: bytes.length, media: 'text/plain' }
  return { sha256: hash, start: openStart(stored, null), ref }
}

/** Renews the file's time before reading it, so that `gc` leaves it alone until an entry names it. */
function readRenewed(home: string, hash: string): Buffer | null {
  try {
    utimesSync(artifactPath(home, hash), new Date(), new Date())
  } catch {
    return null
  }
  return read(home, hash)
}

function writeBase(home: string, project: string, base: string): void {
  ensureDir(join(home, 'starts'))
  writeDurably(pathOf(home, project), `${JSON.stringify({ base })}\n`, 0o600)
}

function read(home: string, hash: string): Buffer | null {
  try {
    const bytes = readFileSync(artifactPath(home, hash))
    return sha256(bytes) === hash ? bytes : null
  } catch {
    return null
  }
}
