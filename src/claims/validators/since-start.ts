import { contentOf, type Start } from '../changes/start.ts'
import type { Fingerprint } from '../fingerprint/fingerprint.ts'
import { textOf } from '../fingerprint/names.ts'
import { parseTable } from '../fingerprint/table.ts'

/** The files that differ from the turn's start, each as `<content> <path>`; the content of a deleted file is `gone`. */
export type SinceStart = readonly string[]

/** With more files than this, the entry has no list. */
const MAX_FILES = 200

/** Enough to tell contents apart. */
const CONTENT_CHARS = 16

/** Lists the files that differ from the turn's start; null if there are too many. */
export function sinceStart({ rows }: Pick<Start, 'rows'>, { table }: Pick<Fingerprint, 'table'>): string[] | null {
  const parsed = parseTable(table)
  if (parsed === null) return null
  const now = contentOf(parsed.rows)
  const listed = [
    ...[...now].flatMap(([name, content]) => (rows.get(name) === content ? [] : [`${short(content)} ${textOf(name)}`])),
    ...[...rows.keys()].flatMap((name) => (now.has(name) ? [] : [`gone ${textOf(name)}`])),
  ]
  return listed.length > MAX_FILES ? null : listed
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
