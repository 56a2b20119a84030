import type { End } from '../../../session/state.ts'
import type { Colors } from '../output.ts'
import { SCREEN_WIDTH } from '../width.ts'

/** The settings of a story. */
export type Teller = {
  c: Colors
  /** The state directory, which holds stored text. */
  dir: string
  /** Paths in this folder are shown relative to it. */
  cwd: string | null
  indent: number
  seqs: Seqs
}

/** Subagents' seqs are left out: they belong to another stream and would be mistaken for this one's. */
export type Seqs = 'shown' | 'left out'

/** The width of a story. */
export const WIDTH = SCREEN_WIDTH

/** The width of the result column. */
export const RESULT_WIDTH = 19

/** The width of the seq column, `#12345`. */
export const SEQ_WIDTH = 6

/** An entry's seq as ` #5`; empty for an entry that is not chained yet. */
export const placeOf = (seq: number): string => (seq === 0 ? '' : ` #${seq}`)

/** The seq as a column at the right edge; empty if seqs are left out. */
export const seqOf = (seq: number, seqs: Seqs): string =>
  seqs === 'shown' ? placeOf(seq).trim().padStart(SEQ_WIDTH) : ''

/** A duration; `~` if the host did not measure it. */
export function duration(given: End['duration']): string {
  if (given === null) return ''
  return `${given.from === 'host' ? '' : '~'}${timeSpan(given.ms)}`
}

/** A duration for people. */
export function timeSpan(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return `${minutes} min ${Math.floor((ms % 60_000) / 1_000)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export const between = (from: string, to: string): string => timeSpan(Math.max(0, Date.parse(to) - Date.parse(from)))
