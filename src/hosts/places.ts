import type { SettingsFormat, Unhooking } from '../dispatch/protection/host-facts.ts'

export type Env = Readonly<Record<string, string | undefined>>

/** One host's places: the files that control its hooks, its session records, and its environment variables. */
export type HostPlaces = {
  /** Folders of the person's settings: the default, then one that the environment names. */
  folders(person: string, env: Env): string[]
  /** Files in each of these folders. */
  personal: readonly string[]
  /** Files in a project. */
  project: readonly string[]
  /** Machine-wide files, by absolute path. */
  system(env: Env): readonly string[]
  /** Names of the files above that a call may edit as long as hooks and trust stay the same. */
  editable: Readonly<Record<string, SettingsFormat>>
  /** Folders in a settings folder, whose files may hold hooks in their frontmatter. */
  definitions: readonly string[]
  /** Top-level settings keys that switch all hooks off when true. */
  offKeys: readonly string[]
  /** The settings key under which the host enables plugins, if a plugin can have our hooks. */
  pluginKey?: string
  /** Names of files, as patterns, from which the host takes prompts later. */
  promptFiles?: readonly string[]
  /** Arguments that start the program without hooks. */
  unhooking: readonly Unhooking[]
  transcripts: Transcripts
  variables: Variables
}

/** Records of sessions: folders inside each settings folder, or around the transcript that an event names. */
type Transcripts = {
  inside: readonly string[]
  around?: RegExp
  /** Names of subfolders that hold no records. */
  except: readonly string[]
}

/** Names of environment variables. */
type Variables = {
  /** Moves the person's settings. */
  folder: readonly string[]
  /** Holds the project's folder when a hook runs. */
  project: readonly string[]
  /** Marks the shells that the host gives to agents. */
  marks: readonly string[]
  /** Matches marks, session data and keys that must not reach a program the doctor starts. */
  inherited: readonly RegExp[]
}

/** The folder that a variable names, without trailing slashes; empty if it is not an absolute path. */
export function folderIn(env: Env, name: string): string[] {
  const path = env[name] ?? ''
  return path.startsWith('/') ? [plainPath(path)] : []
}

/** Drops trailing slashes. */
export const plainPath = (path: string): string => (path.length > 1 ? path.replace(/(?<!\/)\/+$/, '') : path)
