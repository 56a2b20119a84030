import type { ArtifactRef, Draft, Entry } from '../ledger/kinds.ts'
import type { Environment } from '../process/environment.ts'
import type { Dispatch, Observation } from './event.ts'

/** The part of the world that the supervisor uses. The caller provides it. */
export type World = {
  recorder: Recorder
  transcripts: Transcripts
  /** The variables that checks get. They come from the host's environment, which no agent's shell has touched. */
  environment: Environment
}

/** The ledger as the supervisor uses it, whatever it is stored in. */
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

/** The transcripts that hosts keep themselves. */
export type Transcripts = {
  /** Null if there is no such file. */
  sizeBytes(path: string): number | null
  /** Reads a transcript from an offset on; if that is too much, only the end. Returns null if it is unreadable. */
  read(path: string, fromBytes: number): TranscriptPart | null
}

export type TranscriptPart = {
  seen: TranscriptItem[]
  /** Bytes skipped because there were too many. */
  skippedBytes: number
  fromBytes: number
  toBytes: number
  /** The number of unreadable lines. */
  malformed: number
}

/** An item in a transcript. */
export type TranscriptItem =
  /** `isSubagent` is null if each agent has its own transcript. */
  | { kind: 'call'; dispatch: Dispatch; isSubagent: boolean | null }
  | { kind: 'result'; call: string; observation: Observation }
  | { kind: 'message'; text: string }
  | { kind: 'prompt' }
