import { sha256 } from '../../ledger/digest.ts'
import { type Selection, selectRows } from './selection.ts'
import { type ListedBy, parseTable, renderTable, type Table } from './table.ts'
import type { Unfinished } from './unfinished.ts'

/** What a workspace was, as far as a pass speaks about it. */
export type Fingerprint = {
  /** The SHA-256 of the table: equal if and only if every file in scope is. */
  sha256: string
  table: Uint8Array
  files: number
  listedBy: ListedBy
  /** The commit and the index that git had; they say nothing about the files, and matter to what was shipped. */
  head: string | null
  index: string | null
  /** Folders that were not looked into, and links that are counted only by what they say. */
  passedOver: string[]
}

export type Taken =
  | { kind: 'taken'; fingerprint: Fingerprint; cost: Cost }
  | { kind: 'unfinished'; finding: Unfinished }

/** What taking it needed: how many files were read, and whether there was a cache that could be believed. */
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

/** The fingerprint of a part, from that of the whole; the same as if only that part had been looked at. */
export function narrowFingerprint(fingerprint: Fingerprint, selection: Selection): Fingerprint {
  const table = parseTable(fingerprint.table)
  if (table === null) throw new TypeError('The table of a fingerprint is not one.')
  const { head, index, passedOver } = fingerprint
  return makeFingerprint({ ...table, rows: selectRows(table.rows, selection) }, { head, index, passedOver })
}
