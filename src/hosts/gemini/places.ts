import { type Env, folderIn, type HostPlaces } from '../places.ts'

const SYSTEM = '/etc/gemini-cli/settings.json'
const SYSTEM_VARIABLE = 'GEMINI_CLI_SYSTEM_SETTINGS_PATH'

/** The machine's settings, which override all others. */
export const systemSettings = (env: Env): string => env[SYSTEM_VARIABLE] || SYSTEM

export const places: HostPlaces = {
  folders: (person, env) => [`${person}/.gemini`, ...folderIn(env, 'GEMINI_CLI_HOME').map((path) => `${path}/.gemini`)],
  personal: ['settings.json', 'trusted_hooks.json', 'trustedFolders.json'],
  project: ['.gemini/settings.json'],
  system: (env) => [
    SYSTEM,
    '/etc/gemini-cli/system-defaults.json',
    ...(env[SYSTEM_VARIABLE] ? [systemSettings(env)] : []),
  ],
  editable: { 'settings.json': 'json' },
  definitions: [],
  offKeys: [],
  unhooking: [
    { command: /^hooks (?:disable|enable|migrate)/ },
    { command: /^mcp (?:add|remove|enable|disable)\b/ },
    { command: /^extensions? (?:install|uninstall|update|enable|disable|link|config|settings)\b/ },
    { command: /^skills? (?:install|uninstall|enable|disable|link)\b/ },
  ],
  // Session records are in a folder named after a hash of the project, which only the event shows.
  transcripts: { inside: [], around: /^(\/.*\/chats)\/[^/]+$/, except: [] },
  variables: {
    folder: ['GEMINI_CLI_HOME'],
    project: ['GEMINI_PROJECT_DIR'],
    marks: ['GEMINI_CLI'],
    inherited: [/^GEMINI_(?:API_KEY|CLI$|SESSION_ID|PROJECT_DIR|CWD|PLANS_DIR)/, /^GOOGLE_/],
  },
}
