import { differenceBetween, type Start } from '../changes/start.ts'
import type { Fingerprint } from '../fingerprint/fingerprint.ts'
import { textOf } from '../fingerprint/names.ts'
import { contentIn, nameIn, rowsOf } from '../fingerprint/rows.ts'

/** The files that differ from the turn's start, each as `<content> <path>`; the content of a deleted file is `gone`. */
export type SinceStart = readonly string[]

/** With more files than this, the entry has no list. */
const MAX_FILES = 200

/** Enough to tell contents apart. */
const CONTENT_CHARS = 16

/** Lists the files that differ from the turn's start; null if there are too many. */
export function sinceStart(start: Pick<Start, 'rows'>, { table }: Pick<Fingerprint, 'table'>): string[] | null {
  const { rows, gone } = differenceBetween(start.rows, rowsOf(table))
  if (rows.length + gone.length > MAX_FILES) return null
  return [
    ...rows.map((row) => `${short(contentIn(row))} ${textOf(nameIn(row))}`),
    ...gone.map((name) => `gone ${textOf(name)}`),
  ]
}

/** The mode of a file is part of its content. */
const short = (content: string): string => {
  const [hash = '', kind = ''] = content.split(' ')
  return `${hash.slice(0, CONTENT_CHARS)}:${kind}`
}

/** The contents by path. Files that are missing here are as they were at the start. */
export const filesIn = (list: SinceStart): Map<string, string> =>
  new Map(
    list.map((one) => {
      const at = one.indexOf(' ')
      return [one.slice(at + 1), one.slice(0, at)] as const
    }),
  )
