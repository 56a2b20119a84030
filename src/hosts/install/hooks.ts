import type { JsonObject } from '../../ledger/kinds.ts'

/** Whose settings: of one person in one project, of everybody who works on it, of one person everywhere. */
export const SCOPES = ['local', 'project', 'user'] as const
export type SettingsScope = (typeof SCOPES)[number]

/** Where somebody is: the project, the home directory, and the variables that move settings elsewhere. */
export type Site = { project: string; person: string; env: NodeJS.ProcessEnv }

/** The session begins, a person prompts, a tool call is about to be made, it was made, the agent ends its turn. */
export type Moments = { start: string; prompt: string; before: string; after: string; stop: string }

/** How the hooks of one host are installed. */
export type HostHooks = {
  host: string
  /** Its name for people. */
  title: string
  /** The program that people start, and the npm package it comes in. */
  program: string
  package: string
  /** The scope that is the person's own: taken where none is asked for. */
  ownScope: SettingsScope
  /** The folder of the person's settings. */
  folder(place: Site): string
  /** The file of a scope; null where the host has no such settings. */
  file(scope: SettingsScope, place: Site): string | null
  /** The events that are recorded. */
  events: readonly string[]
  /** What it calls the events without which there is no supervision. */
  moments: Moments
  /** What stands in the settings for one event. */
  group(event: string, command: string): JsonObject
  /** The name of our hooks, where the host has names. */
  name?: string
}

/** How long a host waits for an answer. The end of a turn may have to wait for a project's tests. */
export const STOP_TIMEOUT_S = 180
export const TIMEOUT_S = 30
