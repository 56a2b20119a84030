import { readFileSync } from 'node:fs'

/** Deeper than any terminal goes. */
const MAX_ANCESTORS = 64

/** The command lines of a process and of those that started it, as far as /proc tells; elsewhere none. */
export function readAncestors(pid: number, proc = '/proc'): string[][] {
  const found: string[][] = []
  for (let at = pid; at > 0 && found.length < MAX_ANCESTORS; ) {
    const stat = readQuietly(`${proc}/${at}/stat`)
    if (stat === null) break
    const argv = (readQuietly(`${proc}/${at}/cmdline`) ?? '').split('\0').filter((word) => word !== '')
    found.push(argv.length > 0 ? argv : [nameIn(stat)])
    at = parentIn(stat)
  }
  return found
}

// The name stands in brackets and may hold anything, brackets too; the parent is the second field after the last one.
const nameIn = (stat: string): string => stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
const parentIn = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)

function readQuietly(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Of another user, or gone in this moment.
    return null
  }
}
