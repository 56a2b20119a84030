import { folderIn, type HostPlaces } from '../places.ts'

/** The administrator's requirements file. */
export const REQUIREMENTS = '/etc/codex/requirements.toml'

export const places: HostPlaces = {
  folders: (person, env) => [`${person}/.codex`, ...folderIn(env, 'CODEX_HOME')],
  personal: ['hooks.json', 'config.toml', 'managed_config.toml'],
  project: ['.codex/hooks.json', '.codex/config.toml'],
  system: () => [REQUIREMENTS, '/etc/codex/config.toml', '/etc/codex/managed_config.toml'],
  editable: { 'config.toml': 'toml' },
  definitions: [],
  offKeys: [],
  unhooking: [
    { word: /^(?:[\w.]+\.)?hooks\s*=\s*false$|^--dangerously-bypass-hook-trust$/ },
    { command: /^features (?:enable|disable)\b/ },
    { command: /^mcp (?:add|remove|login|logout)\b/ },
    { command: /^plugins? (?:add|install|remove|marketplace (?:add|remove|upgrade))\b/ },
  ],
  transcripts: { inside: ['sessions'], except: [] },
  variables: {
    folder: ['CODEX_HOME'],
    project: [],
    marks: ['CODEX_CI', 'CODEX_SESSION_ID', 'CODEX_THREAD_ID'],
    inherited: [/^CODEX_(?!HOME$)/, /^OPENAI_/],
  },
}
