import type { JsonObject } from '../../ledger/kinds.ts'

/** Scopes of settings: one person in one project, everyone in the project, or one person everywhere. */
export const SCOPES = ['local', 'project', 'user'] as const
export type SettingsScope = (typeof SCOPES)[number]

/** Determines where settings are: the project, the home directory, and environment variables. */
export type Site = { project: string; person: string; env: NodeJS.ProcessEnv }

/** Events at the start of a session, at a prompt, before and after a tool call, and at the end of a turn. */
export type Moments = { start: string; prompt: string; before: string; after: string; stop: string }

/** Describes how to install hooks in one host. */
export type HostHooks = {
  host: string
  /** The host's name for people. */
  title: string
  /** The program that people start, and the npm package it comes in. */
  program: string
  package: string
  /** The default scope, which is the person's own. */
  ownScope: SettingsScope
  /** The folder of the person's settings. */
  folder(place: Site): string
  /** The settings file of a scope; null if the host does not have this scope. */
  file(scope: SettingsScope, place: Site): string | null
  /** The events that are recorded. */
  events: readonly string[]
  /** The host's names for the events that supervision needs. */
  moments: Moments
  /** The entry in the settings for one event. */
  group(event: string, command: string): JsonObject
  /** The unit of time limits in the host's settings. */
  timeoutUnit: 's' | 'ms'
  /** The name of our hooks, if the host names hooks. */
  name?: string
}

/** The time a host waits for an answer. At the end of a turn, this may include running the project's tests. */
export const STOP_TIMEOUT_S = 180
export const TIMEOUT_S = 30
