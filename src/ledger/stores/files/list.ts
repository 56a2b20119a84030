import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isStreamName, STREAM_KINDS } from '../../kinds.ts'
import { explainDisk, isAbsence } from './disk.ts'

const STREAM_FILE = /^([^~]+)(?:~(\d+))?\.jsonl$/

/** The streams that have a file, sorted. */
export const listStreams = (dir: string): string[] => namesUnder(join(dir, 'ledger'), STREAM_FILE)

/** The segment numbers of each stream, in order. */
export function listSegments(dir: string): Map<string, number[]> {
  const segments = new Map<string, number[]>()
  for (const kind of STREAM_KINDS) {
    for (const file of filesIn(join(dir, 'ledger', kind))) {
      const [, id, segment = '1'] = STREAM_FILE.exec(file) ?? []
      if (id !== undefined) segments.set(`${kind}/${id}`, [...(segments.get(`${kind}/${id}`) ?? []), Number(segment)])
    }
  }
  for (const numbers of segments.values()) numbers.sort((a, b) => a - b)
  return segments
}

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

/** The file names in a directory; empty if it does not exist. */
export function filesIn(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch (error) {
    if (isAbsence(error)) return []
    throw explainDisk(error, dir)
  }
}
