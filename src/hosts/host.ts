import type { JsonObject } from '../ledger/kinds.ts'
import type { Answer } from '../supervisor/answer.ts'
import type { Parsed } from '../supervisor/event.ts'
import type { TranscriptItem } from '../supervisor/world.ts'

/** A host adapter: translates one agent program, both ways. A new host is one folder and one line in the registry. */
export type Host = {
  name: string
  /** What an event of the host says, from the payload alone. Never throws: what has no word of ours is kept as it is. */
  parse(event: string, payload: JsonObject): Parsed
  /** Adds what the host keeps elsewhere, such as exit codes in its transcript. Bounded. */
  complete?(event: Parsed): Parsed
  /** An answer as the host honours it at this event; null where it has no such answer. */
  phrase(event: string, answer: Answer): JsonObject | null
  /** What one line of the host's transcript shows. */
  seenIn(line: JsonObject): TranscriptItem[]
  /** What a person's question does before a tool call when nobody is there: it denies, is ignored, or hangs the host. */
  askingAlone: 'denies' | 'is ignored' | 'hangs'
  /** Whether somebody is there to be asked before a tool call; absent where that cannot be told, or nobody would be asked. */
  canAsk?(env: Readonly<Record<string, string | undefined>>, event: Parsed): boolean
  /** The session whose shell the environment shows us to be in, if it is one of this host. */
  sessionIn(env: NodeJS.ProcessEnv): { session: string | null } | null
}
