import { stripVTControlCharacters } from 'node:util'
import { eastAsianWidth } from 'get-east-asian-width'

/** Measures text in terminal columns: East Asian characters and emoji take two. */

/** Screens are no wider than this. */
export const SCREEN_WIDTH = 80

const ASCII = /^[ -~]*$/

export const widthOf = (text: string): number => (ASCII.test(text) ? text.length : columnsOf(text))

/** Stops at the first character beyond `most`. */
function columnsOf(text: string, most = Number.POSITIVE_INFINITY): number {
  let columns = 0
  for (const { segment } of graphemesIn(stripVTControlCharacters(text))) {
    columns += EMOJI.test(segment) ? 2 : columnsOfPoints(segment.replace(INVISIBLE, ''))
    if (columns > most) break
  }
  return columns
}

const fits = (text: string, width: number): boolean =>
  ASCII.test(text) ? text.length <= width : columnsOf(text, width) <= width

const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Nonspacing_Mark}\p{Enclosing_Mark}\p{Surrogate}]/gu

const columnsOfPoints = (visible: string): number =>
  [...visible].reduce((columns, char) => columns + eastAsianWidth(char.codePointAt(0) ?? 0), 0)

let segmenter: Intl.Segmenter | null = null

/** Each step of a segmenter takes as long as its whole text, so a long text is given to it in parts. */
const PART = 256

/** Characters as people see them. The segmenter is made when it is needed: its data take as long to load as all of a short command. */
function* graphemesIn(text: string): Generator<{ segment: string; index: number }> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (let from = 0; from < text.length; ) {
    const found = [...segmenter.segment(text.slice(from, from + PART))]
    // The last one may go on in the next part.
    const whole = from + PART < text.length && found.length > 1 ? found.slice(0, -1) : found
    for (const { segment, index } of whole) yield { segment, index: from + index }
    from += whole.reduce((length, { segment }) => length + segment.length, 0)
  }
}

export const padTo = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** Text cut to a width; `…` marks the cut. */
export const cutTo = (text: string, width: number): string =>
  fits(text, width) ? text : `${text.slice(0, fitting(text, width - 1))}…`

/** Text cut in its middle, because both ends say more: of a command what starts and what ends it, of a path the file. */
export function cutMiddle(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  const tail = /^\S*\/\S*$/.test(text) ? width - 1 : Math.floor(width * 0.4)
  const head = text.slice(0, fitting(text, Math.max(0, width - 1 - tail)))
  return `${head}…${endFitting(text, tail)}`
}

/** The end of a text that fits a width; never cuts a grapheme in two. */
function endFitting(text: string, width: number): string {
  const near = text.slice(-width * 16)
  if (ASCII.test(near)) return near.slice(-width)
  const parts = [...graphemesIn(near)].map(({ segment }) => segment)
  let used = 0
  let at = parts.length
  while (at > 0 && used + widthOf(parts[at - 1] ?? '') <= width) used += widthOf(parts[--at] ?? '')
  return parts.slice(at).join('')
}

/** The number of characters from the start that fit a width; never cuts a grapheme in two. */
export function fitting(text: string, width: number): number {
  if (ASCII.test(text.slice(0, width + 1))) return Math.min(text.length, width)
  let used = 0
  for (const { segment, index } of graphemesIn(text)) {
    used += widthOf(segment)
    if (used > width) return index
  }
  return text.length
}

/** Breaks prose between words. A word longer than a line, such as a path, is not cut, because people copy it. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    const [, lead = '', rest = ''] = /^( *)(.*)$/s.exec(paragraph) ?? []
    const [first = '', ...words] = rest.split(' ')
    let line = `${lead}${first}`
    for (const word of words) {
      const longer = `${line} ${word}`
      if (!fits(longer, width)) {
        lines.push(line)
        line = word
      } else line = longer
    }
    lines.push(line)
  }
  return lines
}

/** Prose that fits a screen: the first line starts with one indent, the following lines with another. */
export const fill = (text: string, first = '', more = first): string => {
  const [head = '', ...rest] = wrapWords(text, SCREEN_WIDTH - Math.max(widthOf(first), widthOf(more)))
  return [`${first}${head}`, ...rest.map((line) => `${more}${line}`)].map((line) => `${line}\n`).join('')
}
