/** A model's script, independent of any host. */

/** One answer from the model: its text and its calls, or the HTTP status of an error. */
export type ScriptedReply = { text?: string; calls?: readonly ScriptedCall[]; error?: number }

/** One tool call. The server translates it to a tool that the program offers. */
export type ScriptedCall =
  | { shell: string; background?: true; yieldMs?: number }
  | { write: string; content: string }
  | { edit: string; from: string; to: string }
  | { read: string }
  | { agent: string }
  /** Waits for the last agent that was started, or for the last command that has not ended. */
  | { wait: 'agent' | 'command' }
  /** Any other tool of the program, by its name. */
  | { tool: string; input: Readonly<Record<string, unknown>> }
  /** Code that calls tools, for a host whose model writes code instead of calls. */
  | { code: string }

/**
 * The answers in each conversation, in order. `main` is the conversation with the person. Every other lane is named after a
 * phrase that only its conversation's prompt contains.
 */
export type Script = { main: readonly ScriptedReply[]; [lane: string]: readonly ScriptedReply[] }
