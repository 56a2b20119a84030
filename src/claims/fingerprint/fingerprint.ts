import { sha256 } from '../../ledger/digest.ts'
import { type Selection, selectRows } from './selection.ts'
import { type ListedBy, parseTable, renderTable, type Table } from './table.ts'
import type { Unfinished } from './unfinished.ts'

/** The workspace content that a pass covers. */
export type Fingerprint = {
  /** The SHA-256 of the table. Equal if and only if every file in scope is equal. */
  sha256: string
  table: Uint8Array
  files: number
  listedBy: ListedBy
  /** Git's commit and index. They say nothing about the files; they matter only to "shipped". */
  head: string | null
  index: string | null
  /** Folders that were skipped, and symlinks hashed by their target path only. */
  passedOver: string[]
}

export type Taken =
  | { kind: 'taken'; fingerprint: Fingerprint; cost: Cost }
  | { kind: 'unfinished'; finding: Unfinished }

/** The cost of taking a fingerprint: files read, bytes read, and whether a trusted cache was used. */
export type Cost = { read: number; readBytes: number; cache: 'used' | 'none' | 'refused' }

type Beside = Pick<Fingerprint, 'head' | 'index' | 'passedOver'>

export function makeFingerprint(table: Table, beside: Beside): Fingerprint {
  const bytes = renderTable(table)
  return {
    sha256: sha256(bytes),
    table: bytes,
    files: table.rows.filter(({ kind }) => kind !== 'rules' && kind !== 'commit').length,
    listedBy: table.listedBy,
    ...beside,
  }
}

/** Derives a selection's fingerprint from the workspace fingerprint, as if only the selection had been fingerprinted. */
export function narrowFingerprint(fingerprint: Fingerprint, selection: Selection): Fingerprint {
  const table = parseTable(fingerprint.table)
  if (table === null) throw new TypeError('The fingerprint contains an invalid table.')
  const { head, index, passedOver } = fingerprint
  return makeFingerprint({ ...table, rows: selectRows(table.rows, selection) }, { head, index, passedOver })
}
