import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isStreamName, STREAM_KINDS } from '../../kinds.ts'
import { explainDisk } from './disk.ts'

/** The streams that have a file, sorted. */
export const listStreams = (dir: string): string[] =>
  namesUnder(join(dir, 'ledger'), /^([^~]+)(?:~\d+)?\.jsonl$/)

/** The streams that have a head, sorted. */
export const listHeads = (dir: string): string[] => namesUnder(join(dir, 'heads'), /^([^~]+)\.head$/)

function namesUnder(dir: string, pattern: RegExp): string[] {
  const names = STREAM_KINDS.flatMap((kind) =>
    filesIn(join(dir, kind)).flatMap((file) => {
      const id = pattern.exec(file)?.[1]
      return id === undefined ? [] : [`${kind}/${id}`]
    }),
  )
  return [...new Set(names.filter(isStreamName))].sort()
}

/** The names in a directory; none where it does not exist. */
export function filesIn(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw explainDisk(error, dir)
  }
}
