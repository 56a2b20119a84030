import type { AgentPrograms } from '../../shell/agents.ts'

/** Facts about the hosts that the checks need. Plain data: this layer does not know any host. */
export type HostFacts = {
  /** Matches the command of one of our hooks. */
  ours: RegExp
  /** Keys at the top of a settings file that switch all hooks off when true. */
  offKeys: readonly string[]
  /** Settings files by name that a call may edit as long as hooks and trust stay the same. */
  editable: ReadonlyMap<string, SettingsFormat>
  unhooking: readonly Unhooking[]
  agents: AgentPrograms
}

export type SettingsFormat = 'json' | 'toml'

/** Arguments that start an agent program without hooks: one word, or words that follow one another. */
export type Unhooking = { word?: RegExp; words?: RegExp }
