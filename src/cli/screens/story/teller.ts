import type { End } from '../../../session/state.ts'
import type { Colors } from '../output.ts'

/** What telling a session needs. */
export type Teller = {
  c: Colors
  /** Where stored texts are. */
  dir: string
  /** The folder that paths are told without. */
  cwd: string | null
  indent: number
  seqs: Seqs
}

/** A subagent's entries are in another stream, so its seqs are left out: they would be taken for those of this one. */
export type Seqs = 'shown' | 'left out'

/** No line of a story is longer. */
export const WIDTH = 100

/** What is said of how a call ended. */
export const RESULT_WIDTH = 24

/** The entry to look at, `#12345`. */
export const SEQ_WIDTH = 6

/** Where an entry stands, ` #5`; one that waits to be chained stands nowhere yet. */
export const placeOf = (seq: number): string => (seq === 0 ? '' : ` #${seq}`)

/** The same at the right edge of a line, in a column of its own; nothing where seqs are left out. */
export const seqOf = (seq: number, seqs: Seqs): string =>
  seqs === 'shown' ? placeOf(seq).trim().padStart(SEQ_WIDTH) : ''

/** Hours, minutes, seconds; UTC. */
export const clock = (at: string): string => at.slice(11, 19)

/** A time a person can say; `~` where it was not the host that measured it. */
export function duration(given: End['duration']): string {
  if (given === null) return ''
  return `${given.from === 'host' ? '' : '~'}${timeSpan(given.ms)}`
}

/** A time a person can say. */
export function timeSpan(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return `${minutes} min ${Math.floor((ms % 60_000) / 1_000)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

export const between = (from: string, to: string): string => timeSpan(Math.max(0, Date.parse(to) - Date.parse(from)))
