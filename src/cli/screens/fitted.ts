import type { Io } from '../command.ts'
import { fitting, widthOf, wrapWords } from './width.ts'

/** Keeps every line within the terminal, whatever the screen that wrote it assumed. */

/** Narrower terminals get lines of this width. */
const LEAST_WIDTH = 40

/** Standard output and standard error whose lines fit the terminal. Programs that read them get the lines as they are. */
export function fittedIo(io: Io): Io {
  if (io.columns === null) return io
  const width = Math.max(LEAST_WIDTH, io.columns)
  return { ...io, out: (text) => io.out(fitted(text, width)), err: (text) => io.err(fitted(text, width)) }
}

/** Progress moves the cursor, so it is left alone. */
const moves = (text: string): boolean => text.includes('\r') || text.includes('\u001b[K')

/** Text whose lines are no wider than this. Continued lines have the indent of the first one. */
export const fitted = (text: string, width: number): string =>
  moves(text)
    ? text
    : text
        .split('\n')
        .map((line) => (widthOf(line) <= width ? line : broken(line, width)))
        .join('\n')

function broken(line: string, width: number): string {
  const [indent = ''] = /^ */.exec(line) ?? []
  const lead = indent.length < width / 2 ? indent : ''
  const room = width - lead.length
  return wrapWords(line.trimStart(), room)
    .flatMap((part) => (widthOf(part) <= room ? [part] : pieces(part, room)))
    .map((part) => `${lead}${part}`)
    .join('\n')
}

/** A word that is wider than the terminal, cut after a slash if there is one, and never within a character. */
function pieces(word: string, width: number): string[] {
  // Colours have no width, and a cut might go through one.
  if (word.includes('\u001b')) return [word]
  const cut: string[] = []
  let rest = word
  while (rest !== '') {
    // No character is longer than this in code units, marks included.
    const room = Math.max(1, fitting(rest.slice(0, width * 16), width))
    const slash = room < rest.length ? rest.lastIndexOf('/', room - 1) : -1
    const at = slash > 0 ? slash + 1 : room
    cut.push(rest.slice(0, at))
    rest = rest.slice(at)
  }
  return cut
}
