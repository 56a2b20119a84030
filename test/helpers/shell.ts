import { readShell } from '../../src/shell/read.ts'
import type { Invocation } from '../../src/shell/run.ts'
import type { Touch } from '../../src/shell/touch.ts'
import type { Piece, Value } from '../../src/shell/value.ts'

/** A value as text, with unknown parts in angle brackets. */
export const shown = (value: Value): string => value.map(shownPiece).join('')

function shownPiece(piece: Piece): string {
  switch (piece.kind) {
    case 'text':
      return piece.text
    case 'home':
      return `<~${piece.user}>`
    case 'start':
      return '<start>'
    case 'glob':
      return `<${piece.text}>`
    case 'variable':
      return `<$${[piece.name, ...piece.seen.map(shown)].join('|')}>`
    case 'found':
    case 'content':
    case 'pipe':
    case 'unknown':
      return '<?>'
  }
}

/** Parses a text and returns its runs. */
export function runsOf(text: string): Invocation[] {
  const reading = readShell(text)
  if (reading.kind === 'unparsable') throw new Error(`${reading.why} at ${reading.at}: ${text}`)
  return reading.runs
}

/** A run in one line: its words and its redirections. */
export const shownRun = ({ program, args, redirections }: Invocation): string =>
  [
    ...[program, ...args].map((value) => (value === null ? '-' : shown(value))),
    ...redirections.map(({ operator, target }) => operator + shown(target)),
  ].join(' ')

/** The files and code that a run touches, in a few words each. */
export const shownTouch = (touch: Touch): string =>
  touch.kind === 'inline-code' ? `${touch.language}: ${shown(touch.code)}` : `${touch.kind} ${shown(touch.path)}`
