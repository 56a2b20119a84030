import pc from 'picocolors'
import { printable } from '../../views/printable.ts'
import { cutMiddle, cutTo, padTo, SCREEN_WIDTH, widthOf, wrapWords } from './width.ts'

export { printable }

export type Colors = ReturnType<typeof pc.createColors>

export const colors = (enabled: boolean): Colors => pc.createColors(enabled)

/** Text on one line, cut to a width. */
export const oneLine = (text: string, width: number): string =>
  cutTo(printable(text.replace(/\s+/g, ' ').trim()), width)

/** The same, cut in its middle. */
export const oneLineMiddle = (text: string, width: number): string =>
  cutMiddle(printable(text.replace(/\s+/g, ' ').trim()), width)

/** The last column wraps only if at least this much room is left for it. */
const LEAST_ROOM = 20

/** Rows in columns as wide as their widest cell; the last column wraps at the width of the screen. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, i) => Math.max(all[i] ?? 0, widthOf(cell))), [])
  return rows.map((row) => tableRow(row, widths)).join('')
}

function tableRow(row: readonly string[], widths: readonly number[]): string {
  const before = row
    .slice(0, -1)
    .map((cell, i) => `${padTo(cell, widths[i] ?? 0)}  `)
    .join('')
  const start = widthOf(before)
  const room = SCREEN_WIDTH - start
  const last = row.at(-1) ?? ''
  const lines = room < LEAST_ROOM ? [last] : wrapWords(last, room)
  return lines.map((line, i) => `${i === 0 ? before : ' '.repeat(start)}${line}\n`).join('')
}

/** Indents every line that is not empty. */
export const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ')

/** One line of JSON. Characters that could move the cursor or hide text are escaped; the value stays the same. */
export const json = (value: unknown): string => `${printable(JSON.stringify(value))}\n`

export function bytes(count: number): string {
  if (count < 1000) return `${count} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length, Math.floor(Math.log10(count) / 3))
  return `${(count / 1000 ** power).toFixed(1)} ${units[power - 1]}`
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
