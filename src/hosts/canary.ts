import type { Json, JsonObject } from '../ledger/kinds.ts'
import type { Site } from './install/hooks.ts'

/**
 * Lets the doctor start a host without a person: with the person's settings, but with a scripted model and without their
 * keys. Overrides go into arguments, the environment and `folder`, which is removed afterwards. Nothing is written to the
 * person's settings.
 */
export type Canary = {
  shell: CanaryShell
  /** Fields of events that the doctor cannot fill in by itself, by event. */
  payloads?: Readonly<Record<string, JsonObject>>
  /** Advice if the host runs none of our hooks and nothing else is wrong. */
  whenSilent: string
  /** The reason why the host would still use the person's own model or keys; null if it would not. */
  obstacle?(place: Site): string | null
  start(ask: CanaryAsk): { args: string[]; env: Record<string, string> }
  /** True if the program printed that a hook ended the turn. Absent if it does not say so. */
  isEndedByHook?(printed: string): boolean
  /** The session's id, from what the program printed. */
  session(ask: CanaryAsk, printed: string): string | null
}

/** The tool that runs commands. */
type CanaryShell = {
  /** Its name in hooks. */
  tool: string
  /** The tool result that hooks get for this output. */
  printed(text: string): Json
  /** Its name for the model, and the argument that takes the command. */
  offered: { tool: string; command: string }
}

export type CanaryAsk = {
  prompt: string
  /** The URL of the scripted model. */
  url: string
  /** The id for the session, if the host lets us choose. */
  session: string
  folder: string
  place: Site
  /** `assumed`: treat the folder as trusted if the person has not decided yet. */
  trust: 'as-decided' | 'assumed'
  /** Parses JSON with comments. Throws if the text is invalid. */
  parse(text: string): Json
}

/** Placeholder for a host that requires a key. */
export const NO_KEY = 'no-key'
