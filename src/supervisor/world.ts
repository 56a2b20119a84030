import type { Recorder } from '../ledger/store.ts'
import type { Environment } from '../process/environment.ts'
import type { HeadSeen } from '../session/sighting.ts'
import type { Dispatch, Observation } from './event.ts'

/** The part of the world that the supervisor uses. The caller provides it. */
export type World = {
  recorder: Recorder
  sessions: OpenSessions
  transcripts: Transcripts
  /** The variables that checks get. They come from the host's environment, which no agent's shell has touched. */
  environment: Environment
  contents: Contents
}

/** The current content of the project, read within limits. */
export type Contents = {
  /** The hash of a file's content, null in it if there is no file. Returns null if it is unknown: too large, or not a file. */
  fileAt(path: string): { sha256: string | null } | null
  /** The checked-out commit of the repository in this folder; null if there is none, or it is unreadable. */
  headOf(root: string): HeadSeen | null
}

/** Notes which sessions are open, so that other programs can tell whether an agent started them. */
export type OpenSessions = {
  opened(stream: string, workspace: string | null): void
  closed(stream: string): void
}

/** The transcripts that hosts keep themselves. */
export type Transcripts = {
  /** Null if there is no such file. */
  sizeBytes(path: string): number | null
  /** Reads a transcript from an offset on; if that is too much, only the end. Returns null if it is unreadable. */
  read(path: string, fromBytes: number): TranscriptPart | null
  /** Reads what one agent said and did since its last prompt, oldest first; if that is too much, only the end. */
  sinceLastPrompt(path: string, whose: Whose): TranscriptItem[]
}

/** The agent that is meant in a transcript: the main agent, or the subagent whose own transcript it is. */
export type Whose = 'main' | 'subagent'

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
  | { kind: 'result'; call: string; observation: Observation; isSubagent?: never }
  /** A subagent's text may be in the transcript of its lead. */
  | { kind: 'message'; text: string; isSubagent?: true }
  /** `isFeedback`: the host hands the agent the reason for a block. */
  | { kind: 'prompt'; isFeedback?: true; isSubagent?: true }
  /** The turn was cut short: a person interrupted it, or a hook told the host to end it at a stop. */
  | { kind: 'cut'; by: 'person' | 'hook'; isSubagent?: true }
