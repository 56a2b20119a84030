import { isObject, type JsonObject } from '../../../ledger/kinds.ts'
import { sealRecord } from '../../../ledger/seal.ts'
import { withStream } from '../../../ledger/stores/files/append.ts'
import { removeIfThere, writeDurably } from '../../../ledger/stores/files/disk.ts'
import type { Home } from '../../../ledger/stores/files/home.ts'
import { recentEntries } from '../../../ledger/stores/files/recent.ts'
import { readSealed } from '../../../ledger/stores/files/sealed-record.ts'
import type { Readable } from '../../../ledger/stores/files/stream-lines.ts'
import { REFUSALS_STREAM } from '../../../session/streams.ts'
import { adminDraft, type CommandRefused } from '../facts.ts'

/** Refusals recorded within an hour. More are counted in one file: a flood of junk must not fill the disk. */
export const MAX_RECORDED = 20
const HOUR_MS = 3600_000

export type Counts = { [code: string]: number }

const KIND = 'unrecorded refusals'
const pathOf = (home: string): string => `${home}/unrecorded-refusals.json`

/** Records a refused command, or counts it if there were too many. The next entry carries the counts. */
export function recordRefusal(home: Home, refused: CommandRefused): void {
  withStream(home, REFUSALS_STREAM, (append) => {
    const counts = unrecordedRefusals(home)
    if (isFull(home)) {
      count(home, { ...counts, [refused.code]: (counts[refused.code] ?? 0) + 1 })
      return
    }
    const isCounted = Object.keys(counts).length > 0
    const draft = adminDraft({ kind: 'admin.refused', body: isCounted ? { ...refused, unrecorded: counts } : refused })
    append(draft)
    if (isCounted) removeIfThere(pathOf(home.dir))
  })
}

/** The refusals that were counted instead of recorded since the last entry, by code. */
export function unrecordedRefusals(home: Readable): Counts {
  const opened = readSealed(home, KIND, pathOf(home.dir))
  const counts = opened?.kind === 'sealed' ? opened.record['counts'] : null
  return isObject(counts) ? (counts as Counts) : {}
}

function count(home: Home, counts: Counts): void {
  const record: JsonObject = { counts }
  writeDurably(pathOf(home.dir), sealRecord(KIND, record, home.keyring.current()), 0o600)
}

function isFull(home: Home): boolean {
  const since = new Date(home.now().getTime() - HOUR_MS).toISOString()
  let recorded = 0
  for (const { at, kind } of recentEntries(home, REFUSALS_STREAM)) {
    if (at < since) return false
    if (kind === 'admin.refused' && ++recorded >= MAX_RECORDED) return true
  }
  return false
}
