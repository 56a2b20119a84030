import { readTextPart } from '../../ledger/stores/files/text-part.ts'
import type { StoredText, Text } from '../../session/state.ts'
import { printable } from './output.ts'
import { fitting, widthOf } from './width.ts'

/** Maximum number of bytes of text to show. */
const SHOWN_BYTES = 8 << 10

/** The first part of the text, inline or stored. */
export const beginningOf = (dir: string, text: Text): string =>
  typeof text === 'string' ? text.slice(0, SHOWN_BYTES) : readPart(dir, text, 0)

/** The last part of the text, inline or stored. */
export const endOf = (dir: string, text: Text): string =>
  typeof text === 'string' ? text.slice(-SHOWN_BYTES) : readPart(dir, text, Math.max(0, text.bytes - SHOWN_BYTES))

/** The whole text, inline or stored. */
export const wholeOf = (dir: string, text: Text): string =>
  typeof text === 'string' ? text : (readTextPart(dir, text.sha256, 0, text.bytes) ?? beginningOf(dir, text))

const readPart = (dir: string, { artifact, sha256 }: StoredText, from: number): string =>
  readTextPart(dir, sha256, from, SHOWN_BYTES) ?? `(the stored text ${artifact} cannot be read)`

/** Wraps text to a width, between words. Drops lines beyond the maximum, and marks that with `…`. */
export function wrap(text: string, width: number, maxLines: number): string[] {
  const lines: string[] = []
  for (const paragraph of text.trim().split(/(?<!\s)\s*\n/)) {
    let rest = printable(paragraph.replace(/\t/g, '  '))
    do {
      const at = breakOf(rest, width)
      lines.push(rest.slice(0, at))
      rest = rest.slice(at).trimStart()
      if (lines.length > maxLines) return [...lines.slice(0, maxLines - 1), cut(lines[maxLines - 1] ?? '', width)]
    } while (rest !== '')
  }
  return lines
}

/** The position at which a line ends: before the first word that does not fit, or within that word if it fits no line. */
function breakOf(text: string, width: number): number {
  if (widthOf(text) <= width) return text.length
  const fits = fitting(text, width)
  const at = text.lastIndexOf(' ', fits)
  const end = text.indexOf(' ', at + 1)
  const isWhole = at > 0 && widthOf(text.slice(at + 1, end < 0 ? undefined : end)) <= width
  return at > fits / 2 || isWhole ? at : Math.max(1, fits)
}

const cut = (line: string, width: number): string =>
  widthOf(line) <= width - 2 ? `${line.trimEnd()} …` : `${line.slice(0, fitting(line, width - 2)).trimEnd()} …`
