import { readFileSync } from 'node:fs'

/** A process above this one in the process tree: its command line, or its name if the command line is hidden. */
export type Ancestor = { pid: number; start: string; argv: string[] }

/** Deeper than any real process tree. */
const MAX_ANCESTORS = 64

/** A process and its ancestors, nearest first, as far as /proc shows them; none without /proc. */
export function* ancestorsFrom(pid: number, proc = '/proc'): Generator<Ancestor> {
  for (let at = pid, count = 0; at > 0 && count < MAX_ANCESTORS; count++) {
    const stat = readQuietly(`${proc}/${at}/stat`)
    if (stat === null) return
    const words = (readQuietly(`${proc}/${at}/cmdline`) ?? '').split('\0').filter((word) => word !== '')
    const fields = fieldsIn(stat)
    yield { pid: at, start: fields[19] ?? '', argv: words.length > 0 ? words : [nameIn(stat)] }
    at = Number(fields[1] ?? 0)
  }
}

// The name is in parentheses and may contain anything, even parentheses; the other fields follow the last closing one.
const nameIn = (stat: string): string => stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
const fieldsIn = (stat: string): string[] => stat.slice(stat.lastIndexOf(')') + 2).split(' ')

function readQuietly(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process belongs to another user, or has just ended.
    return null
  }
}
