import type { FoundHost } from '../hosts/find.ts'
import type { HostHooks, Site } from '../hosts/install/hooks.ts'
import type { HeldFile } from './facts/settings.ts'

/** What is to be examined. */
export type Ask = {
  home: string
  place: Site
  cwd: string
  /** The hosts that were named; null where none was. */
  named: readonly string[] | null
  /** Whether programs are started, or only their hooks. */
  depth: 'live' | 'quick'
  /** The name of the program that this Bailiff would install. */
  own: string | null
  now: Date
}

/** A host as it is on this machine: its program, and the files that hold our hooks. */
export type Patient = { hooks: HostHooks; found: FoundHost | null; held: readonly HeldFile[]; isNamed: boolean }
