import type { Json } from '../../ledger/kinds.ts'
import { compareLines, hunksOf } from '../../mount/compare.ts'
import type { FieldChange } from '../../views/json-changes.ts'
import { type Colors, printable } from '../screens/output.ts'
import { fitting, widthOf } from '../screens/width.ts'

/** Differences for people: texts line by line, other values field by field. No character of a value is left out. */

/** The lines of a list of changes, each at most `width` wide. */
export const changeLines = (changes: readonly FieldChange[], c: Colors, width: number): string[] =>
  changes.flatMap((change) => linesOf(change, c, width))

/** The place of a value: `files › a.conf › content`. */
const pathText = (path: readonly string[]): string => path.map(printable).join(' › ') || 'value'

function linesOf({ path, before, after }: FieldChange, c: Colors, width: number): string[] {
  const name = pathText(path)
  if (isLong(before) || isLong(after)) {
    const sign = before === undefined ? '+' : after === undefined ? '-' : '~'
    const hunks = hunksOf(compareLines(textLines(before), textLines(after)))
    // A text that comes or goes as a whole needs no positions.
    const shown = (sign === '~' ? hunks : hunks.slice(1)).map(spaced)
    return [
      ...wrapped(`${sign} ${name}:`, width, paintOf(sign, c)),
      ...shown.flatMap((line) => wrapped(line, width - 2, paintOf(line, c)).map((part) => `  ${part}`)),
    ]
  }
  const [old, now] = [valueText(before), valueText(after)]
  if (before === undefined) return wrapped(`+ ${name}: ${now}`, width, c.green)
  if (after === undefined) return wrapped(`- ${name}: ${old}`, width, c.red)
  const both = `~ ${name}: ${old} → ${now}`
  if (widthOf(both) <= width) return [c.yellow(both)]
  return [
    ...wrapped(`~ ${name}:`, width, c.yellow),
    ...wrapped(`  - ${old}`, width, c.red),
    ...wrapped(`  + ${now}`, width, c.green),
  ]
}

/** A text with several lines is compared line by line. */
const isLong = (value: Json | undefined): boolean => typeof value === 'string' && /\n./s.test(value)

/** The lines of a text. A missing line break at the end counts as a difference. */
function textLines(value: Json | undefined): string[] {
  if (value === undefined) return []
  if (typeof value !== 'string') return [valueText(value)]
  const lines = value.split('\n')
  return value.endsWith('\n') ? lines.slice(0, -1) : [...lines.slice(0, -1), `${lines.at(-1)}${NO_BREAK}`]
}

/** Separates the sign of a line from its text. */
const spaced = (line: string): string => (line.startsWith('@@') ? line : `${line.slice(0, 1)} ${line.slice(1)}`)

const NO_BREAK = ' (no line break at the end)'

const valueText = (value: Json | undefined): string => printable(JSON.stringify(value ?? null))

const paintOf = (line: string, c: Colors): ((text: string) => string) => {
  if (line.startsWith('+')) return c.green
  if (line.startsWith('-')) return c.red
  return line.startsWith('~') ? c.yellow : c.dim
}

/** Breaks a line at the width, so that nothing is hidden beyond the edge. */
function wrapped(line: string, width: number, paint: (text: string) => string): string[] {
  const lines: string[] = []
  let rest = printable(line.replaceAll('\t', '\\u0009'))
  do {
    const end = Math.max(1, fitting(rest, lines.length === 0 ? width : width - HANG.length))
    lines.push(`${lines.length === 0 ? '' : HANG}${paint(rest.slice(0, end))}`)
    rest = rest.slice(end)
  } while (rest !== '')
  return lines
}

const HANG = '    '

/** The first lines, and how many there are beyond them. */
export function firstLines(lines: readonly string[], max: number, pointer: string): string[] {
  if (lines.length <= max) return [...lines]
  return [...lines.slice(0, max - 1), `… ${lines.length - max + 1} more lines: ${pointer}`]
}
