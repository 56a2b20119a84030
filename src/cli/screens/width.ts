import stringWidth from 'string-width'

/** Measures text in terminal columns: East Asian characters and emoji take two. */

/** Screens are no wider than this. */
export const SCREEN_WIDTH = 80

const ASCII = /^[ -~]*$/

export const widthOf = (text: string): number => (ASCII.test(text) ? text.length : stringWidth(text))

export const padTo = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** Text cut to a width; `…` marks the cut. */
export const cutTo = (text: string, width: number): string =>
  widthOf(text) <= width ? text : `${text.slice(0, fitting(text, width - 1))}…`

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The number of characters from the start that fit a width; never cuts a grapheme in two. */
export function fitting(text: string, width: number): number {
  if (ASCII.test(text.slice(0, width + 1))) return Math.min(text.length, width)
  let used = 0
  for (const { segment, index } of graphemes.segment(text)) {
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
      if (widthOf(longer) > width) {
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
