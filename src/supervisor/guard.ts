import type { KeptStart } from '../claims/changes/start.ts'
import type { Script } from '../dispatch/attempt.ts'
import type { FileText } from '../dispatch/protection/harmless.ts'
import type { HostFacts } from '../dispatch/protection/host-facts.ts'
import type { Protection } from '../dispatch/protection/place.ts'
import type { HooksIn } from '../dispatch/protection/settings.ts'
import type { ScriptNeed } from '../dispatch/scripts.ts'
import type { ActivePolicy } from '../policy/choose-policy.ts'
import type { Checking } from '../session/state.ts'
import type { Who } from '../session/who.ts'
import type { AcceptedTests } from './accepted-tests.ts'
import type { HostEvent } from './event.ts'
import type { Blocks } from './stop/blocks.ts'
import type { Tools } from './tools.ts'
import type { Trust } from './trust.ts'
import type { World } from './world.ts'

/** The part of the world that is needed to check a tool call. The caller provides it. */
export type Guard = {
  /** The protected places in the event's session. */
  protection(event: HostEvent): Protection
  hosts: HostFacts
  /** A host's tools, by host name. */
  tools(host: string): Tools
  /** The real paths, where they differ from the given ones; null if there are too many to look up. */
  realPaths(paths: readonly string[]): ReadonlyMap<string, string> | null
  /** The contents of readable script files, up to a limit. */
  scripts(needs: readonly ScriptNeed[], protection: Protection): readonly Script[]
  /** The current content of a file. */
  textOf(path: string): FileText
  /** True if a file has our hooks, and git does not track it. */
  holdsUntracked(path: string): boolean
  /** True if the host would ask a person about a tool call and follow the answer. */
  canAsk(event: HostEvent): boolean
  /** The existing settings files in which hosts look for hooks, and the one that the event names. */
  settings(event: HostEvent): readonly SettingsFile[]
}

/** A settings file as it is now, and the hooks in it. */
export type SettingsFile = { path: string; sha256: string } & HooksIn

/** The world for callers that check as well as record. */
export type GuardedWorld = World & {
  guard: Guard
  /** The active policy of a folder; null if it is unreadable. */
  activePolicy(workspace: string): ActivePolicy | null
  /** Null if calls are not scored. */
  trust: Trust | null
}

/** The world for callers that also count a turn's blocks and know which weakened tests a person accepted. */
export type CountingWorld = GuardedWorld & {
  blocks: Blocks
  accepted: AcceptedTests
  /** The person who decides in a project. */
  who(project: string): Who
  /** The settings files of any project that had our hooks and have none now. */
  lost(): readonly string[]
  /** True if checks in the background will never report. */
  isInterrupted(checking: Checking): boolean
  /** Stores the content that a turn starts with. Only the program for prompts can. */
  start?(active: ActivePolicy): Promise<TakenStart>
}

/** The content that a turn starts with, or the reason why it is not known. */
export type TakenStart = { kind: 'kept'; start: KeptStart } | { kind: 'unknown'; why: string }
