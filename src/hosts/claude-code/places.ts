import { type Env, folderIn, type HostPlaces } from '../places.ts'

/** The administrator's settings, which override all others. */
export const MANAGED_SETTINGS = '/etc/claude-code/managed-settings.json'

const SETTINGS = ['settings.json', 'settings.local.json']

/** The plugin manager's records, and its copies of our plugin. */
const PLUGINS = ['installed_plugins.json', 'known_marketplaces.json', 'cache/bailiff', 'marketplaces/bailiff']

/** Our plugin, if it started this hook. Claude Code runs it from the folder it was added from, which may be anywhere. */
const pluginIn = (env: Env): string[] =>
  folderIn(env, 'CLAUDE_PLUGIN_ROOT').flatMap((root) => [root, `${root}/hooks/hooks.json`])

export const places: HostPlaces = {
  folders: (person, env) => [`${person}/.claude`, ...folderIn(env, 'CLAUDE_CONFIG_DIR')],
  personal: [...SETTINGS, ...PLUGINS.map((name) => `plugins/${name}`)],
  project: SETTINGS.map((name) => `.claude/${name}`),
  system: (env) => [MANAGED_SETTINGS, '/etc/claude-code/managed-settings.d', ...pluginIn(env)],
  editable: { 'settings.json': 'json', 'settings.local.json': 'json' },
  definitions: ['agents', 'commands', 'skills'],
  offKeys: ['disableAllHooks'],
  pluginKey: 'enabledPlugins',
  promptFiles: ['\\.claude/scheduled_tasks\\.json', '\\.claude/loop\\.md'],
  unhooking: [
    { word: /^\{.*"disableAllHooks"\s*:\s*true/s },
    { command: /^mcp (?:add\S*|remove|reset-project-choices)\b/ },
    { command: /^config (?:set|add|remove|rm)\b/ },
    {
      command:
        /^plugins? (?:install|i|enable|disable|uninstall|remove|prune|autoremove|update|marketplace (?:add|remove|rm|update))\b/,
    },
  ],
  transcripts: { inside: ['projects'], except: ['memory'] },
  variables: {
    folder: ['CLAUDE_CONFIG_DIR'],
    project: ['CLAUDE_PROJECT_DIR'],
    marks: ['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID'],
    inherited: [
      /^CLAUDECODE$|^AI_AGENT$|^CLAUDE_(?:PROJECT_DIR|ENV_FILE)$/,
      /^CLAUDE_CODE_(?:SESSION_ID|CHILD_SESSION|ENTRYPOINT|SSE_PORT|USE_|OAUTH|API_KEY|SKIP_)/,
      /^ANTHROPIC_/,
    ],
  },
}
