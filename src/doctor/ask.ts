import type { FoundHost } from '../hosts/find.ts'
import type { Host } from '../hosts/host.ts'
import type { HostHooks, Site } from '../hosts/install/hooks.ts'
import type { HeldFile } from './facts/settings.ts'

/** The request to the doctor. */
export type Ask = {
  home: string
  place: Site
  cwd: string
  /** The hosts named on the command line; null if none. */
  named: readonly string[] | null
  /** `live` starts the agent programs; `quick` runs only their hooks. */
  depth: 'live' | 'quick'
  /** The folder name of the program that this Bailiff would install. */
  own: string | null
  now: Date
}

/** A host on this machine: its program, and the files that contain our hooks. */
export type Patient = {
  host: Host
  hooks: HostHooks
  found: FoundHost | null
  held: readonly HeldFile[]
  isNamed: boolean
}
