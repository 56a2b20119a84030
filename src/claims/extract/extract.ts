import type { ExtractionFinding, Reading, StatedGap } from './claim.ts'
import { LIMITS } from './limits.ts'
import { normalise } from './normalise.ts'
import { Reader } from './reader.ts'
import { boldHeadings, segmentsOf, unwrapped } from './segments.ts'

/** Extracts every claim in a message. Never throws and always terminates; unread text is reported as a finding. */
export function extractClaims(text: string): Reading {
  const { reader, unfinished } = readerOf(text)
  const reading = reader.finish()
  return { ...reading, finding: findingOf(text, unfinished || reader.isFull, reading.shape.empty) }
}

/** Reads a message to its end without weighing what it found. */
export function readerOf(text: string): { reader: Reader; unfinished: boolean } {
  const normal = normalise(text)
  const { segments, unfinished } = segmentsOf(normal.text)
  const reader = new Reader(text, normal)
  const originalOf = ({ from, to }: { from: number; to: number }): string =>
    text.slice(normal.starts[from] ?? 0, normal.ends[to - 1] ?? 0)
  // The lines of a fence that is the whole message are read as prose, which hides that they are a print-out.
  if (segments.length === 1 && segments[0]?.kind === 'fence') reader.fence(segments[0])
  for (const segment of boldHeadings(unwrapped(segments, normal.text), originalOf)) reader.segment(segment)
  return { reader, unfinished }
}

/** Reads only the gaps that a message states: what fails, is unfinished or was not checked. */
export const readGaps = (text: string): StatedGap[] => extractClaims(text).gaps

function findingOf(text: string, unfinished: boolean, empty: boolean): ExtractionFinding | null {
  if (unfinished || text.length > LIMITS.textLength)
    return { code: 'EXTRACTION_UNFINISHED', message: 'The message is too long to read in full.' }
  if (empty && text.length > LIMITS.unreadable)
    return { code: 'NOTHING_READ', message: 'The message contains no readable words.' }
  return null
}
