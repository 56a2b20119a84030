import type { Flip } from './flips.ts'
import type { Expected } from './ledger.ts'

/** The parts of a stored line, from its end. The changed part determines the expected finding. */
const PARTS = [
  ['newline', 1],
  ['form', 2],
  ['mac', 64],
  ['form', 9],
  ['key', 16],
  ['form', 9],
  ['hash', 64],
  ['form', 9],
] as const
const LINE_OPEN = '{"entry":'.length

export type Part = (typeof PARTS)[number][0] | 'entry'

export function partAt(line: string, at: number): Part {
  let from = line.length
  for (const [part, length] of PARTS) {
    from -= length
    if (at >= from) return part
  }
  return at < LINE_OPEN ? 'form' : 'entry'
}

export const isHexDigit = (byte: number): boolean => /[0-9a-f]/.test(String.fromCharCode(byte))

/** A line of a stream and its position. */
export type Line = { text: string; seq: number; from: number; endsSegment: boolean; last: number }

export function linesOfSegment(segments: string[][], segment: number): Line[] {
  const before = segments.slice(0, segment).flat().length
  const last = segments.flat().length
  let from = 0
  return (segments[segment] ?? []).map((text, i, all) => {
    const line = { text, seq: before + i + 1, from, endsSegment: i === all.length - 1, last }
    from += text.length
    return line
  })
}

/** The expected findings if one byte of a line was changed. */
export function classOf(stream: string, line: Line, { at, byte }: Flip): Expected[] {
  const part = partAt(line.text, at - line.from)
  if (part === 'newline') return classOfJoin(stream, line)
  // The seal still has the right form but is not ours; any other change leaves bytes that were never hashed.
  const isForged = (part === 'mac' || part === 'key') && isHexDigit(byte)
  if (!isForged) return [[stream, line.seq, 'edited']]
  return [[stream, line.seq, line.text.includes('"kind":"validator.passed"') ? 'forged-pass' : 'forged']]
}

/** Without its newline, a line merges with the next one. */
function classOfJoin(stream: string, { seq, endsSegment, last }: Line): Expected[] {
  if (seq === last) return [[stream, seq, 'truncated']]
  if (endsSegment) return [[stream, seq, 'edited']]
  return [
    [stream, seq, 'edited'],
    [stream, seq + 1, seq + 1 === last ? 'truncated' : 'deleted'],
  ]
}
