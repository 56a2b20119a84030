import type { ArtifactRef, Draft, Entry } from '../ledger/kinds.ts'
import type { Environment } from '../process/environment.ts'
import type { Dispatch, Observation } from './event.ts'

/** What the supervisor reaches of the world; whoever starts it brings it. */
export type World = {
  recorder: Recorder
  transcripts: Transcripts
  /** What checks get of the host's environment, which no agent's shell has touched. */
  environment: Environment
}

/** The ledger as the supervisor uses it, whatever it is stored in. */
export type Recorder = {
  /** Appends, durably or to the spool; before it `beginning`, if nobody has begun the stream by then. */
  append(stream: string, drafts: Draft[], beginning?: Draft[]): void
  /** Stores bytes apart. */
  keep(name: string, bytes: Uint8Array): ArtifactRef
  has(stream: string): boolean
  /** The entries of a stream, newest first: what is looked for is mostly near the end. */
  recent(stream: string): Iterable<Entry>
  /** The same from the beginning, read as far as they are asked for. What is not sealed as it was written is left out. */
  oldest(stream: string): Iterable<Entry>
}

/** The records that hosts keep themselves. */
export type Transcripts = {
  /** Null where there is none. */
  sizeBytes(path: string): number | null
  /** What a transcript says from a byte on; of a part that is too long, its end. Null where it cannot be read. */
  read(path: string, fromBytes: number): TranscriptPart | null
}

export type TranscriptPart = {
  seen: TranscriptItem[]
  /** What was asked for and passed over, because there was too much of it. */
  skippedBytes: number
  fromBytes: number
  toBytes: number
  /** Lines that could not be read. */
  malformed: number
}

/** One thing a transcript shows. */
export type TranscriptItem =
  /** Whose call it was where one transcript holds several agents'; null where each has its own. */
  | { kind: 'call'; dispatch: Dispatch; isSubagent: boolean | null }
  | { kind: 'result'; call: string; observation: Observation }
  | { kind: 'message'; text: string }
  | { kind: 'prompt' }
