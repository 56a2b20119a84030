import type { ArtifactRef, Draft, Entry, Receipt, Tail } from './kinds.ts'

/** The name of an artifact within its entry, and its media type. */
export type ArtifactLabel = { name: string; media: string }

/** From `start` (inclusive, default: 0) to `end` (exclusive, default: the end). */
export type Range = { start?: number; end?: number }

/**
 * The outcome of an append. `written`: durable and chained. `spooled`: the stream stayed locked, so the entries are
 * durable in a spool file and the next writer chains them.
 */
export type Appended = { kind: 'written'; receipts: Receipt[] } | { kind: 'spooled'; spool: string }

/** Stores entries and artifacts. Every driver passes `stores/conformance/conformance.ts`. */
export type Store = {
  /** Chains the drafts onto the stream in order, all or nothing. Resolves when they are durable. */
  append(stream: string, drafts: readonly Draft[]): Promise<Appended>
  /** The entries from seq `start` (default 1) up to but excluding `end`; none if the stream does not exist. */
  read(stream: string, range?: Range): AsyncIterable<Entry>
  /** The last entry's seq and hash, or null if the stream does not exist. */
  head(stream: string): Promise<Tail | null>
  /** The names of all streams, sorted. */
  list(): Promise<string[]>
  /** Stores bytes under their hash, with secrets removed. */
  putArtifact(label: ArtifactLabel, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<ArtifactRef>
  /** The bytes of an artifact, or a range of them. */
  getArtifact(sha256: string, range?: Range): AsyncIterable<Uint8Array>
  /** Reads a short range of an artifact in one call. */
  readArtifact(sha256: string, range: Required<Range>): Promise<Uint8Array>
  /** Waits for pending appends; later appends are refused. */
  close(): Promise<void>
}

/** A ledger for programs that a host waits for: synchronous, and no more than they need. */
export type Recorder = {
  /** Appends, durably or to the spool. If the stream does not exist by then, `beginning` comes first. */
  append(stream: string, drafts: Draft[], beginning?: Draft[]): void
  /** Stores bytes as an artifact. */
  keep(name: string, bytes: Uint8Array): ArtifactRef
  has(stream: string): boolean
  /** A stream's entries, newest first, because most lookups end early. */
  recent(stream: string): Iterable<Entry>
  /** A stream's entries, oldest first, read lazily. Entries whose seal does not match are left out. */
  oldest(stream: string): Iterable<Entry>
}
