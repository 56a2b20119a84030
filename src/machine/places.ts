import type { How } from '../dispatch/act.ts'
import type { Code, Place } from '../dispatch/protection/place.ts'

/** What the hook knows of where things are. */
export type Surroundings = {
  /** The state directory. */
  home: string
  /** The person's home. */
  person: string
  env: Readonly<Record<string, string | undefined>>
  cwd: string | null
  transcript: string | null
}

const ALL: readonly How[] = ['read', 'write', 'mentioned', 'listed']
const CHANGES: readonly How[] = ['write', 'mentioned']
const WRITES: readonly How[] = ['write']

/** What no tool call may touch, the closer places first. */
export function placesOf(where: Surroundings): Place[] {
  const { home, transcript } = where
  const closed = (code: Code, path: string, holds: string[], isListable = false): Place =>
    place(code, path, ALL, { tail: endOf(path), holds, isListable })
  return [
    // Whoever may run our program may read it.
    place('PROTECTED_LEDGER', `${home}/bin`, WRITES),
    closed('PROTECTED_KEYS', `${home}/keys`, ['k1.key', 'current', 'checkpoint.pem']),
    closed('PROTECTED_POLICY', `${home}/policy`, ['policy.json', 'policy.yaml']),
    closed('PROTECTED_LEDGER', home, ['s.jsonl', 's.head', 's.lock', 'ledger', 'heads', 'spool', 'artifacts'], true),
    ...settingsPaths(where).map((path) =>
      place('PROTECTED_SETTINGS', path, CHANGES, { tail: endOf(path), exists: false }),
    ),
    ...transcriptFolders(where).map((path) =>
      place('PROTECTED_TRANSCRIPT', path, WRITES, { tail: endOf(path), holds: ['s.jsonl'], except: ['memory'] }),
    ),
    ...(transcript === null ? [] : [place('PROTECTED_TRANSCRIPT', transcript, WRITES)]),
  ]
}

const place = (code: Code, path: string, denies: readonly How[], more: Partial<Place> = {}): Place => ({
  code,
  path,
  denies,
  exists: true,
  tail: null,
  isListable: false,
  holds: [],
  except: [],
  ...more,
})

/** The last two names of a path: enough to recognise it by. */
const endOf = (path: string): string | null => /[^/]+\/[^/]+$/.exec(path)?.[0] ?? null

const inEach = (folders: readonly string[], names: readonly string[]): string[] =>
  folders.flatMap((folder) => names.map((name) => `${folder}/${name}`))

const CLAUDE = ['settings.json', 'settings.local.json']
const CODEX = ['hooks.json', 'config.toml']
const SYSTEM = [
  '/etc/claude-code/managed-settings.json',
  '/etc/claude-code/managed-settings.d',
  '/etc/codex/requirements.toml',
  '/etc/codex/config.toml',
  '/etc/codex/managed_config.toml',
  '/etc/gemini-cli/settings.json',
  '/etc/gemini-cli/system-defaults.json',
]
const GEMINI = ['settings.json', 'trusted_hooks.json', 'trustedFolders.json']
const PROJECT = [
  ...CLAUDE.map((name) => `.claude/${name}`),
  ...CODEX.map((name) => `.codex/${name}`),
  '.gemini/settings.json',
]

/** Every file that decides on hooks of one of the hosts: of the system, the person, the project. */
export function settingsPaths(where: Surroundings): string[] {
  const { person, env } = where
  const { claude, codex, gemini } = foldersOf(where)
  const system = env['GEMINI_CLI_SYSTEM_SETTINGS_PATH']
  return [
    ...new Set([
      ...inEach(claude, CLAUDE),
      ...inEach(codex, [...CODEX, 'managed_config.toml']),
      ...inEach(gemini, GEMINI),
      ...inEach(projectsOf(where), PROJECT),
      ...SYSTEM,
      ...(system ? [system] : []),
    ]),
  ].filter((path) => path.startsWith('/') && person !== '')
}

function foldersOf({ person, env }: Surroundings): Record<'claude' | 'codex' | 'gemini', string[]> {
  const named = (name: string): string[] => (env[name]?.startsWith('/') ? [plain(env[name] ?? '')] : [])
  return {
    claude: [`${person}/.claude`, ...named('CLAUDE_CONFIG_DIR')],
    codex: [`${person}/.codex`, ...named('CODEX_HOME')],
    gemini: [`${person}/.gemini`, ...named('GEMINI_CLI_HOME').map((path) => `${path}/.gemini`)],
  }
}

const plain = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path)

const MAX_FOLDERS = 12

/** The folder of the session, those above it up to the person's home, and what hosts call the project. */
function projectsOf({ cwd, person, env }: Surroundings): string[] {
  const folders: string[] = []
  for (const start of [cwd, env['CLAUDE_PROJECT_DIR'], env['GEMINI_PROJECT_DIR']]) {
    let folder = plain(start ?? '')
    for (let i = 0; i < MAX_FOLDERS && folder.length > 1 && folder.startsWith('/') && folder !== person; i++) {
      folders.push(folder)
      folder = folder.slice(0, folder.lastIndexOf('/'))
    }
  }
  return folders
}

/** Where hosts keep the records of their sessions. */
function transcriptFolders(where: Surroundings): string[] {
  const { claude, codex } = foldersOf(where)
  const chats = /^(\/.*\/chats)\/[^/]+$/.exec(where.transcript ?? '')?.[1]
  return [...inEach(claude, ['projects']), ...inEach(codex, ['sessions']), ...(chats === undefined ? [] : [chats])]
}
