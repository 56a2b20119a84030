import { folderIn, type HostPlaces } from '../places.ts'

/** The administrator's settings, which override all others. */
export const MANAGED_SETTINGS = '/etc/claude-code/managed-settings.json'

const SETTINGS = ['settings.json', 'settings.local.json']

export const places: HostPlaces = {
  folders: (person, env) => [`${person}/.claude`, ...folderIn(env, 'CLAUDE_CONFIG_DIR')],
  personal: SETTINGS,
  project: SETTINGS.map((name) => `.claude/${name}`),
  system: () => [MANAGED_SETTINGS, '/etc/claude-code/managed-settings.d'],
  editable: { 'settings.json': 'json', 'settings.local.json': 'json' },
  offKeys: ['disableAllHooks'],
  unhooking: [
    { word: /^\{.*"disableAllHooks"\s*:\s*true/s },
    { command: /^mcp (?:add\S*|remove|reset-project-choices)\b/ },
    { command: /^config (?:set|add|remove|rm)\b/ },
    { command: /^plugins? (?:install|i|enable|disable|uninstall|remove|update|marketplace (?:add|remove|update))\b/ },
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
