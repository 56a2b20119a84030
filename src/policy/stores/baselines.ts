import { dirname } from 'node:path'
import { canonical } from '../../ledger/canonical.ts'
import { sha256 } from '../../ledger/digest.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { ensureDir, readTextIfThere, writeDurably } from '../../ledger/stores/files/disk.ts'
import type { Home } from '../../ledger/stores/files/home.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import type { Baseline, Counts } from '../baseline.ts'
import { openRecord, sealRecord } from '../seal.ts'
import { baselinePath } from './layout.ts'

/** A check under one approval. A new approval starts a new baseline. */
export type Checked = {
  project: string
  source: string
  approvedAt: string | null
  words: readonly string[]
  cwd: string
}

/** Reads the baseline of a check. The record is sealed together with the check's id, so a planted file is detected. */
export function readBaseline({ dir, keyring }: Readable, checked: Checked): Baseline {
  const text = readTextIfThere(pathOf(dir, checked))
  if (text === null) return { kind: 'none' }
  const opened = openRecord('baseline', text, keyring.find)
  if (opened.kind === 'broken') return { kind: 'tampered' }
  const { executed, skipped, check } = opened.record
  if (check !== idOf(checked) || typeof executed !== 'number' || typeof skipped !== 'number')
    return { kind: 'tampered' }
  return { kind: 'counts', executed, skipped }
}

export function keepBaseline(home: Home, checked: Checked, { executed, skipped }: Counts): void {
  const path = pathOf(home.dir, checked)
  const record: JsonObject = { check: idOf(checked), words: [...checked.words], executed, skipped }
  ensureDir(dirname(path))
  writeDurably(path, sealRecord('baseline', record, home.keyring.current()), 0o600)
}

const pathOf = (home: string, checked: Checked): string => baselinePath(home, checked.project, idOf(checked))

const idOf = ({ source, approvedAt, words, cwd }: Checked): string =>
  sha256(canonical({ source, approvedAt, words: [...words], cwd }))
