/** What a scripted model does, in words that belong to no host. */

/** One answer of the model: what it says and the calls it makes, or the HTTP status of an error instead. */
export type ScriptedReply = { text?: string; calls?: readonly ScriptedCall[]; error?: number }

/** One tool call. The server gives it the name and the arguments that the program offers for it. */
export type ScriptedCall =
  | { shell: string; background?: true; yieldMs?: number }
  | { write: string; content: string }
  | { edit: string; from: string; to: string }
  | { read: string }
  | { agent: string }
  /** Waits for what runs: the last agent that was started, or the last command that has not ended. */
  | { wait: 'agent' | 'command' }
  /** A program that calls tools by itself, where the host's model writes code instead of calls. */
  | { code: string }

/**
 * The answers of each conversation, in order. `main` is the conversation with the person; every other lane is named by
 * a text that stands in the prompt of its conversation and in no other.
 */
export type Script = { main: readonly ScriptedReply[]; [lane: string]: readonly ScriptedReply[] }
