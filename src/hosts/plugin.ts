import type { Site } from './install/hooks.ts'

/** A plugin with our hooks that a host's own plugin manager installs. */
export type HostPlugin = {
  /** The enabled plugin's file with hooks; null if the plugin is not enabled in this project. */
  file(place: Site): string | null
  /** The command of its hook for an event. */
  command(event: string): string
  /** Tells a person how to get the current version of the plugin, and how to remove it. */
  update: string
  remove: string
}
