import type { Act } from '../dispatch/act.ts'
import type { FileText } from '../dispatch/protection/harmless.ts'
import type { Protection } from '../dispatch/protection/place.ts'
import type { ScriptNeed } from '../dispatch/scripts.ts'
import type { ActivePolicy } from '../policy/ruling.ts'
import type { Dispatch, HostEvent } from './event.ts'
import type { Blocks } from './stop/blocks.ts'
import type { World } from './world.ts'

/** What the check of a tool call needs of the world; whoever starts the supervisor brings it. */
export type Guard = {
  /** What is protected in the session of an event. */
  protection(event: HostEvent): Protection
  /** What a call would do. */
  actOf(dispatch: Dispatch): Act
  /** The real paths of these, where they are others. Bounded. */
  realPaths(paths: readonly string[]): ReadonlyMap<string, string>
  /** The texts of scripts in files, as far as they can be read. Bounded. */
  scripts(needs: readonly ScriptNeed[], protection: Protection): readonly { text: string; folder: string }[]
  /** What a file holds now. */
  textOf(path: string): FileText
  /** Whether a person is there who would be asked about a tool call, and whose answer counts. */
  canAsk(event: HostEvent): boolean
  /** The settings files there are in which hosts look for hooks, and the one that an event speaks of. */
  settings(event: HostEvent): readonly SettingsFile[]
}

/** A settings file as it is now: how many of our hooks it holds, and whether it switches all hooks off. */
export type SettingsFile = { path: string; sha256: string; ours: number; isOff: boolean }

/** The world of whoever not only records, but also checks. */
export type GuardedWorld = World & {
  guard: Guard
  /** The policy that rules a folder now; null where that cannot be told. */
  ruling(workspace: string): ActivePolicy | null
}

/** The same of whoever also counts how often a turn is held back. */
export type CountingWorld = GuardedWorld & { blocks: Blocks }
