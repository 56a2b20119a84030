import type { JsonObject } from '../../ledger/kinds.ts'

/** The owner of settings: one person in one project, one person everywhere, or everyone in the project. */
export const SCOPES = ['local', 'project', 'user'] as const
export type SettingsScope = (typeof SCOPES)[number]

/** The locations of settings: the project, the home directory, and variables that move settings. */
export type Site = { project: string; person: string; env: NodeJS.ProcessEnv }

/** Events at the start of a session, at a prompt, before and after a tool call, and at the end of a turn. */
export type Moments = { start: string; prompt: string; before: string; after: string; stop: string }

/** The installation of hooks in one host. */
export type HostHooks = {
  host: string
  /** Its name for people. */
  title: string
  /** The program that people start, and the npm package it comes in. */
  program: string
  package: string
  /** The person's own scope: the default. */
  ownScope: SettingsScope
  /** The folder of the person's settings. */
  folder(place: Site): string
  /** The file of a scope; null if the host has none. */
  file(scope: SettingsScope, place: Site): string | null
  /** The events that are recorded. */
  events: readonly string[]
  /** Its names for the events that supervision needs. */
  moments: Moments
  /** The entry in the settings for one event. */
  group(event: string, command: string): JsonObject
  /** The name of our hooks, if the host names hooks. */
  name?: string
}

/** The time a host waits for an answer. At the end of a turn that may include a project's tests. */
export const STOP_TIMEOUT_S = 180
export const TIMEOUT_S = 30
