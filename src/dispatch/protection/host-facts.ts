import type { AgentPrograms } from '../../shell/agents.ts'

/** Facts about hosts that the checks need. Plain data, because this layer does not know any host. */
export type HostFacts = {
  /** Matches the command of one of our hooks. */
  ours: RegExp
  /** Top-level keys of a settings file that switch all hooks off if true. */
  offKeys: readonly string[]
  /** Top-level keys of a settings file that enable plugins, and the names of our plugins there. */
  pluginKeys: readonly string[]
  plugin: RegExp
  /** Events in settings that run when an agent stops. */
  stopEvents: readonly string[]
  /** Folders, relative to a project or a home, with definitions whose frontmatter may hold hooks. */
  definitions: readonly string[]
  /** Settings files, by name, that a call may edit as long as hooks and trust settings stay the same. */
  editable: ReadonlyMap<string, SettingsFormat>
  unhooking: readonly Unhooking[]
  /** Matches the files from which hosts take prompts later. */
  promptFiles: RegExp
  agents: AgentPrograms
}

export type SettingsFormat = 'json' | 'toml'

/**
 * Arguments that start an agent program without hooks, or change its settings: one word, consecutive words, or the first
 * words that are not options.
 */
export type Unhooking = { word?: RegExp; words?: RegExp; command?: RegExp }
