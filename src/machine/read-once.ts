import type { Entry } from '../ledger/kinds.ts'
import type { Recorder } from '../supervisor/world.ts'

/** Entries of a stream that were read and checked, newest first, and the reader of those before them. */
type Memory = { known: Entry[]; older: Iterator<Entry> }

/**
 * The same recorder, for a program that answers one event: it opens each line of a stream once, however often the entries
 * are read. Readers stay open until the program ends.
 */
export function readingOnce(recorder: Recorder): Recorder {
  const memories = new Map<string, Memory>()
  return {
    ...recorder,
    recent: (stream) => recall(memories, stream, recorder.recent(stream)[Symbol.iterator]()),
  }
}

function* recall(memories: Map<string, Memory>, stream: string, fresh: Iterator<Entry>): Generator<Entry> {
  const before = memories.get(stream) ?? { known: [], older: fresh }
  const added: Entry[] = []
  // If nobody reads as far as the entries known before, these replace them.
  let memory: Memory = { known: added, older: fresh }
  memories.set(stream, memory)
  for (let next = fresh.next(); !next.done; next = fresh.next()) {
    const entry = next.value
    const at = before.known.findIndex(({ seq }) => seq === entry.seq)
    if (at !== -1) {
      memory = { known: [...added, ...before.known.slice(at)], older: before.older }
      memories.set(stream, memory)
      break
    }
    // A spooled entry has no seq yet, and will be read again under its own.
    if (entry.seq > 0) added.push(entry)
    yield entry
  }
  for (let i = added.length; ; i++) {
    const entry = memory.known[i] ?? readOlder(memory)
    if (entry === null) return
    yield entry
  }
}

function readOlder({ known, older }: Memory): Entry | null {
  const next = older.next()
  if (next.done) return null
  known.push(next.value)
  return next.value
}
