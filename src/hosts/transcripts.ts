import type { JsonObject } from '../ledger/kinds.ts'
import { fileSize } from '../ledger/stores/files/disk.ts'
import { readLines } from '../ledger/stores/files/lines.ts'
import { linesFromEnd } from '../ledger/stores/files/lines-from-end.ts'
import type { TranscriptItem, TranscriptPart, Transcripts, Whose } from '../supervisor/world.ts'
import { parseObject } from './fields.ts'

type SeenIn = (line: JsonObject) => TranscriptItem[]

/** Maximum number of new bytes to read: a resumed session may add hundreds of megabytes. */
const MAX_READ_BYTES = 4 << 20

/** Reads a host's transcripts line by line. Unreadable lines are counted and skipped. */
export const transcriptsOf = (seenIn: SeenIn): Transcripts => ({
  sizeBytes: (path) => orNull(() => fileSize(path)),
  read: (path, fromBytes) => orNull(() => readPart(path, fromBytes, seenIn)),
  sinceLastPrompt: (path, whose) => sinceLastPrompt(path, saidBy(whose, seenIn)),
})

/** Returns null on errors: transcripts belong to the host, and a broken one must not cost us an event. */
function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

function readPart(path: string, fromBytes: number, seenIn: SeenIn): TranscriptPart | null {
  const size = fileSize(path)
  if (size === null) return null
  // Shorter than before: the file was replaced, so all of it is new.
  const wanted = size < fromBytes ? 0 : fromBytes
  const from = Math.max(wanted, size - MAX_READ_BYTES)
  const part: TranscriptPart = { seen: [], skippedBytes: from - wanted, fromBytes: from, toBytes: from, malformed: 0 }
  let isPartial = from > wanted
  for (const line of readLines(path, from)) {
    // The host is still writing this line.
    if (line.kind === 'torn') break
    part.toBytes = line.end
    if (!isPartial) see(part, line.kind === 'whole' ? parseObject(line.bytes) : null, seenIn)
    isPartial = false
  }
  return part
}

function see(part: TranscriptPart, line: JsonObject | null, seenIn: SeenIn): void {
  if (line === null) part.malformed++
  else part.seen.push(...seenIn(line))
}

/** Maximum number of bytes to search, from the end of a transcript, for the last message, and the time to wait for it. */
const MAX_SEARCH_BYTES = 1 << 20
/** Maximum number of bytes to read, from the end of a transcript, for what was said in a turn. */
const MAX_TURN_BYTES = 512 << 10
const WAIT_MS = 400
const PAUSE_MS = 20

/**
 * Returns the agent's last message, for a host that did not send it. Hosts write it at about the time they stop, so this
 * waits briefly. Returns null if no message appears after the last prompt.
 */
export function lastMessage(path: string, seenIn: SeenIn): string | null {
  for (let waited = 0; ; waited += PAUSE_MS) {
    const last = lastSeen(path, seenIn)
    if (last?.kind === 'message') return last.text
    if (waited >= WAIT_MS) return null
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
  }
}

/** Leaves out a subagent's words in the transcript of its lead: they are never the lead's message. */
export const saidBy =
  (whose: Whose, seenIn: SeenIn): SeenIn =>
  (line) =>
    seenIn(line).filter((one) => whose === 'subagent' || one.isSubagent !== true)

function sinceLastPrompt(path: string, seenIn: SeenIn): TranscriptItem[] {
  const latest: TranscriptItem[] = []
  findFromEnd(path, MAX_TURN_BYTES, (bytes) => {
    const line = parseObject(bytes)
    const seen = line === null ? [] : seenIn(line)
    latest.push(...[...seen].reverse())
    return seen.some(({ kind }) => kind === 'prompt') ? 'prompt' : null
  })
  return latest.filter(({ kind }) => kind !== 'prompt').reverse()
}

/** The last item of a transcript. */
export const lastSeen = (path: string, seenIn: SeenIn): TranscriptItem | null =>
  findFromEnd(path, MAX_SEARCH_BYTES, (bytes) => {
    const line = parseObject(bytes)
    return (line === null ? undefined : seenIn(line).at(-1)) ?? null
  })

/** Searches lines from the end, at most `maxBytes` back, and returns the first result. */
export function findFromEnd<T>(path: string, maxBytes: number, find: (line: Buffer) => T | null): T | null {
  return orNull(() => {
    if (fileSize(path) === null) return null
    for (const line of linesFromEnd(path, maxBytes)) {
      const found = find(line)
      if (found !== null) return found
    }
    return null
  })
}
