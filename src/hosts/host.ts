import type { JsonObject } from '../ledger/kinds.ts'
import type { Answer } from '../supervisor/answer.ts'
import type { Parsed } from '../supervisor/event.ts'
import type { TranscriptItem } from '../supervisor/world.ts'
import type { Approvals } from './approvals.ts'
import type { Canary } from './canary.ts'
import type { HostHooks } from './install/hooks.ts'
import type { HostPlaces } from './places.ts'
import type { HostPlugin } from './plugin.ts'
import type { Switches } from './switches.ts'
import type { HostTools } from './tools.ts'

/**
 * A host adapter: everything Bailiff knows about one agent program. A new host is one folder and one line in the registry;
 * see "How to add a host" in docs/architecture.md.
 */
export type Host = {
  /** Part of session names in the ledger and of our commands in settings: lowercase letters and dashes. */
  name: string
  /** Reads an event from the payload alone. Never throws: unknown fields stay in `rest`. */
  parse(event: string, payload: JsonObject): Parsed
  /** Adds what the host keeps elsewhere, such as exit codes in its transcript. Bounded. */
  complete?(event: Parsed): Parsed
  /** Phrases an answer so that the host honours it for this event; null if the host has no such answer. */
  phrase(event: string, answer: Answer): JsonObject | null
  /** A message that the person sees and the agent does not; can be added to any answer. */
  notify(text: string): JsonObject
  /** Reads one line of the host's transcript. */
  seenIn(line: JsonObject): TranscriptItem[]
  /** The effect of a question before a tool call when no one is present: it denies the call, is ignored, or hangs the host. */
  askingAlone: 'denies' | 'is ignored' | 'hangs'
  /** True if a person can be asked before a tool call. Absent if a question would reach no one. */
  canAsk?(env: Readonly<Record<string, string | undefined>>, event: Parsed): boolean
  /** The session whose shell this environment belongs to; null if it is not one of this host's shells. */
  sessionIn(env: NodeJS.ProcessEnv): { session: string | null } | null
  tools: HostTools
  places: HostPlaces
  install: HostHooks
  /** Absent if the host runs hooks without a person's approval. */
  approvals?: Approvals
  /** Absent if the host has no plugin manager that can install our hooks. */
  plugin?: HostPlugin
  /** Absent if no setting silences the host's hooks. */
  switches?: Switches
  /** Absent if the doctor cannot start the host. */
  canary?: Canary
}
