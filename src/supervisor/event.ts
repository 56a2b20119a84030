import type { Json, JsonObject } from '../ledger/kinds.ts'
import type { Status } from '../session/state.ts'
import { sessionStream } from '../session/streams.ts'

/** One event of a host: what its parser understood, and what came with it. */
export type HostEvent = Parsed & {
  /** The stream it is recorded in: the session's, or the subagent's own. */
  stream: string
  /** The session's stream; for a subagent, that of its lead. */
  lead: string
  /** The agent program from whose shell this one was started, as far as the environment shows. */
  startedBy: { host: string; session: string | null } | null
  /** What the host sent, byte for byte. */
  raw: Uint8Array
}

/** An event in our words: what every host's parser makes of what it is given. */
export type Parsed = {
  host: string
  /** What the host calls the event. */
  name: string
  session: string
  /** The subagent it happened in; null for the main agent. */
  agent: Agent | null
  /** The folder the agent works in. */
  cwd: string | null
  /** The host's own record of the session. */
  transcript: string | null
  report: Report
  /** What was in the event and has no word of ours. */
  rest: JsonObject
}

type Agent = { id: string; type: string }

/** What an event says happened. */
export type Report =
  | { kind: 'session-started'; source: string | null; model: string | null; blindSpots: readonly string[] }
  | { kind: 'session-ended'; reason: string | null }
  | { kind: 'prompt'; text: string; origin: Origin; task?: Task }
  | { kind: 'dispatch'; dispatch: Dispatch }
  | { kind: 'observation'; dispatch: Dispatch; observation: Observation }
  /** Every call of one message of the agent, and for each what the agent was told; what is none of it is in `rest`. */
  | { kind: 'batch'; calls: { dispatch: Dispatch; observation: Observation }[]; isWhole: boolean }
  | { kind: 'agent-started' }
  | Stop
  | { kind: 'failure'; error: string | null; message: string | null }
  | { kind: 'compaction'; phase: 'before' | 'after'; trigger: string | null; summary: string | null }
  | { kind: 'settings-changed'; source: string | null; path: string | null }
  /** Nothing we know a word for; the event is in `rest` whole. */
  | { kind: 'other' }

/** The agent is about to end its turn, or a subagent its work. */
export type Stop = {
  kind: 'stop'
  message: string | null
  /** Whether the host says that it is stopping again after a block; recorded, not trusted. */
  isAgain: boolean | null
  /** What is still running. */
  background: Json[]
}

/**
 * Where a prompt came from. Only a person's opens a turn: hosts use the same event for notices of their own, for our
 * reason coming back, for results of tools, and for what a lead tells a subagent.
 */
export type Origin = 'person' | 'empty' | 'notification' | 'feedback' | 'tool-result' | 'agent'

/** A task in the background that has ended, as a notification tells it. */
export type Task = { id: string; call: string | null; status: string | null; exit: number | null }

/** A tool call, proposed or made. */
export type Dispatch = {
  tool: string
  input: Json
  /** The host's id of the call; null where it has none. */
  call: string | null
  /** The command line, where the tool is a shell. */
  command: string | null
}

/** What was seen after a dispatch. `exit` is null where nobody can say: no evidence is better than wrong evidence. */
export type Observation = {
  status: Status
  exit: number | null
  durationMs: number | null
  output: Output
}

/** Apart where the host gives them apart; `text` where it gives one text; `details` where it gives a structure. */
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
