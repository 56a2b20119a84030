import type { ArtifactRef, Draft, Entry, Receipt, Tail } from './kinds.ts'

/** What an artifact is called within its entry, and what its bytes are. */
export type ArtifactLabel = { name: string; media: string }

/** From `start` (inclusive, default 0) to `end` (exclusive, default all). */
export type Range = { start?: number; end?: number }

/**
 * What became of an append. `written`: durable, chained, acknowledged. `spooled`: the stream stayed locked, so the
 * entries are durable beside it and the next writer chains them.
 */
export type Appended = { kind: 'written'; receipts: Receipt[] } | { kind: 'spooled'; spool: string }

/** Where entries and artifacts live. Every driver passes `stores/conformance.ts`. */
export type Store = {
  /** Chains the drafts onto the stream, in order, all or none, and resolves when they are durable. */
  append(stream: string, drafts: readonly Draft[]): Promise<Appended>
  /** The entries from seq `start` (default 1) to before `end`; nothing for a stream that does not exist. */
  read(stream: string, range?: Range): AsyncIterable<Entry>
  /** The last entry's seq and hash, or null where there is no such stream. */
  head(stream: string): Promise<Tail | null>
  /** The names of all streams, sorted. */
  list(): Promise<string[]>
  /** Stores bytes under their hash, with secrets removed. */
  putArtifact(label: ArtifactLabel, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<ArtifactRef>
  /** The bytes of an artifact, or a range of them. */
  getArtifact(sha256: string, range?: Range): AsyncIterable<Uint8Array>
  /** Waits for what is in flight; later appends are refused. */
  close(): Promise<void>
}
