import { LedgerError } from './errors.ts'
import type { Range } from './store.ts'

/** Resolves a range within `size` bytes. A range that extends past the end is refused, not shortened. */
export function resolveRange(range: Range, size: number): { start: number; end: number } {
  const start = range.start ?? 0
  const end = range.end ?? size
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(end)
  if (!whole || start < 0 || end < start || end > size) {
    throw new LedgerError('RANGE_INVALID', `Bytes ${start}–${end} are not within 0–${size}.`)
  }
  return { start, end }
}

/** Resolves a seq range. `end` is exclusive and may be past the last entry, because more entries may follow. */
export function resolveSeqs(range: Range): { start: number; end: number } {
  const { start = 1, end = Number.MAX_SAFE_INTEGER } = range
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(end)
  if (!whole || start < 1 || end < start)
    throw new LedgerError('RANGE_INVALID', `Seqs ${start}–${end} are not a valid range.`)
  return { start, end }
}
