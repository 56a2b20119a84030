import type { Json, JsonObject } from '../ledger/kinds.ts'
import type { Status } from '../session/state.ts'
import { sessionStream } from '../session/streams.ts'

/** A host event: its parsed form, its streams and its raw bytes. */
export type HostEvent = Parsed & {
  /** The stream that records the event: the session's, or the subagent's own. */
  stream: string
  /** The session's stream; for a subagent, its lead's. */
  lead: string
  /** The agent program whose shell started this one, if the environment shows it. */
  startedBy: { host: string; session: string | null } | null
  /** The event as the host sent it, byte for byte. */
  raw: Uint8Array
  /** False if the event was too large or ended early: only the fields at its beginning are known. */
  isWhole: boolean
}

/** An event in our terms, as every host's parser returns it. */
export type Parsed = {
  host: string
  /** The host's name for the event. */
  name: string
  session: string
  /** The subagent that the event happened in; null for the main agent. */
  agent: Agent | null
  /** The folder the agent works in. */
  cwd: string | null
  /** The host's own record of the session. */
  transcript: string | null
  report: Report
  /** The fields of the event that we have no name for. */
  rest: JsonObject
}

type Agent = { id: string; type: string }

/** The content of an event. */
export type Report =
  | { kind: 'session-started'; source: string | null; model: string | null; blindSpots: readonly string[] }
  | { kind: 'session-ended'; reason: string | null }
  | { kind: 'prompt'; text: string; origin: Origin; task?: Task }
  | { kind: 'dispatch'; dispatch: Dispatch }
  /** The host asks about a call. `by` is null if a program may answer instead of a person. */
  | { kind: 'asked'; tool: string | null; command: string | null; input: Json | null; by: 'person' | null }
  | { kind: 'observation'; dispatch: Dispatch; observation: Observation }
  /** All calls in one agent message, each with the result that the agent got. Items of any other shape are in `rest`. */
  | { kind: 'batch'; calls: { dispatch: Dispatch; observation: Observation }[]; isWhole: boolean }
  | { kind: 'agent-started' }
  | Stop
  | { kind: 'failure'; error: string | null; message: string | null }
  | { kind: 'compaction'; phase: 'before' | 'after'; trigger: string | null; summary: string | null }
  | { kind: 'settings-changed'; source: string | null; path: string | null }
  /** An unknown event; `rest` holds all of it. */
  | { kind: 'other' }

/** The agent is about to end its turn, or a subagent its work. */
export type Stop = {
  kind: 'stop'
  message: string | null
  /** True if the host says that this stop follows a block; recorded, not trusted. */
  isAgain: boolean | null
  /** The tasks still running. */
  background: Json[]
}

/**
 * The origin of a prompt. Only a person's prompt opens a turn: hosts use the same event for their own notices, for our
 * reason for a block, for tool results, and for a lead's instructions to a subagent.
 */
export type Origin = 'person' | 'empty' | 'notification' | 'feedback' | 'tool-result' | 'agent'

/** A background task that has ended, as a notification reports it. */
export type Task = { id: string; call: string | null; status: string | null; exit: number | null }

/** A tool call, proposed or made. */
export type Dispatch = {
  tool: string
  input: Json
  /** The host's id for the call; null if it has none. */
  call: string | null
  /** The command line; null if the tool is not a shell. */
  command: string | null
}

/** The result of a dispatch. `exit` is null if it is uncertain: no evidence is better than wrong evidence. */
export type Observation = {
  status: Status
  exit: number | null
  durationMs: number | null
  output: Output
  /** Set if the host says that a person refused the call. */
  refusedBy?: 'person'
}

/** Output as the host gives it: stdout and stderr separately, one `text`, or a structure in `details`. */
export type Output = { stdout?: string; stderr?: string; text?: string; details?: Json }

/** Adds the streams that an event belongs to. */
export const placed = (event: Omit<HostEvent, 'stream' | 'lead'>): HostEvent => ({
  ...event,
  stream: sessionStream(event.host, event.session, event.agent?.id ?? null),
  lead: sessionStream(event.host, event.session),
})

/** The fields of an event that we have no name for. */
export const restOf = ({ rest }: Pick<Parsed, 'rest'>): { rest?: JsonObject } =>
  Object.keys(rest).length === 0 ? {} : { rest }
