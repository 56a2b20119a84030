import { dirname } from 'node:path'
import { canonical } from '../../ledger/canonical.ts'
import { sha256 } from '../../ledger/digest.ts'
import type { JsonObject } from '../../ledger/kinds.ts'
import { sealRecord } from '../../ledger/seal.ts'
import { ensureDir, writeDurably } from '../../ledger/stores/files/disk.ts'
import type { Home } from '../../ledger/stores/files/home.ts'
import { readSealed } from '../../ledger/stores/files/sealed-record.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import type { Baseline, Counts } from '../baseline.ts'
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
export function readBaseline(home: Readable, checked: Checked): Baseline {
  const opened = readSealed(home, 'policy baseline', pathOf(home.dir, checked))
  if (opened === null) return { kind: 'none' }
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
  writeDurably(path, sealRecord('policy baseline', record, home.keyring.current()), 0o600)
}

const pathOf = (home: string, checked: Checked): string => baselinePath(home, checked.project, idOf(checked))

const idOf = ({ source, approvedAt, words, cwd }: Checked): string =>
  sha256(canonical({ source, approvedAt, words: [...words], cwd }))
