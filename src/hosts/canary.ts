import type { Json } from '../ledger/kinds.ts'
import type { Site } from './install/hooks.ts'

/**
 * How a host is started without a person, with everything as they have it but for the model: that is a scripted one, and
 * no key of theirs goes to it. What has to be said otherwise is said by arguments, by the environment and in `folder`,
 * which is removed afterwards; nothing is written to a person's settings.
 */
export type Canary = {
  host: string
  /** The tool that runs commands, and how the host reports what one printed. */
  shell: { tool: string; printed(text: string): Json }
  /** What to do where it runs none of our hooks, though all else is well. */
  whenSilent: string
  /** Why it cannot be kept from the person's own model and keys; null where it can. */
  obstacle?(place: Site): string | null
  start(ask: CanaryAsk): { args: string[]; env: Record<string, string> }
  /** The session that it was, from what the program printed. */
  session(ask: CanaryAsk, printed: string): string | null
}

export type CanaryAsk = {
  prompt: string
  /** Of the scripted model. */
  url: string
  /** The id that the session shall have, where the host lets us choose. */
  session: string
  folder: string
  place: Site
  /** Whether the folder counts as trusted where a person has not said so yet. */
  trust: 'as-decided' | 'assumed'
}

/** What a host is given where it asks for a key. */
export const NO_KEY = 'no-key'
