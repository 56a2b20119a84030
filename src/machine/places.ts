import type { How } from '../dispatch/act.ts'
import type { Code, Place } from '../dispatch/protection/place.ts'
import { plainPath } from '../hosts/places.ts'
import { HOSTS } from '../hosts/registry.ts'

/** The paths that the hook knows. */
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

/** The places that no tool call may touch, most specific first. */
export function placesOf(where: Surroundings): Place[] {
  const { home, transcript } = where
  const closed = (code: Code, path: string, holds: string[], isListable = false): Place =>
    place(code, path, ALL, { tail: endOf(path), holds, isListable })
  return [
    // Anyone who can run our program may read it.
    place('PROTECTED_LEDGER', `${home}/bin`, WRITES),
    closed('PROTECTED_KEYS', `${home}/keys`, ['k1.key', 'current', 'checkpoint.pem']),
    closed('PROTECTED_POLICY', `${home}/policy`, ['policy.json', 'policy.yaml']),
    closed('PROTECTED_LEDGER', home, ['s.jsonl', 's.head', 's.lock', 'ledger', 'heads', 'spool', 'artifacts'], true),
    ...settingsPaths(where).map((path) =>
      place('PROTECTED_SETTINGS', path, CHANGES, { tail: endOf(path), exists: false }),
    ),
    ...transcriptFolders(where).map(({ path, except }) =>
      place('PROTECTED_TRANSCRIPT', path, WRITES, { tail: endOf(path), holds: ['s.jsonl'], except }),
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

/** Every file that configures hooks: the person's, the project's and the machine's. */
export function settingsPaths(where: Surroundings): string[] {
  const { person, env } = where
  return [
    ...new Set([
      ...HOSTS.flatMap(({ places }) => inEach(places.folders(person, env), places.personal)),
      ...inEach(
        projectsOf(where),
        HOSTS.flatMap(({ places }) => places.project),
      ),
      ...HOSTS.flatMap(({ places }) => places.system(env)),
    ]),
  ].filter((path) => path.startsWith('/') && person !== '')
}

const MAX_FOLDERS = 12

/** The session's folder, those above it up to the person's home, and the folder that hosts call the project. */
function projectsOf({ cwd, person, env }: Surroundings): string[] {
  const folders: string[] = []
  const named = HOSTS.flatMap(({ places }) => places.variables.project.map((name) => env[name]))
  for (const start of [cwd, ...named]) {
    let folder = plainPath(start ?? '')
    for (let i = 0; i < MAX_FOLDERS && folder.length > 1 && folder.startsWith('/') && folder !== person; i++) {
      folders.push(folder)
      folder = folder.slice(0, folder.lastIndexOf('/'))
    }
  }
  return folders
}

/** The folders of the hosts' session records. */
const transcriptFolders = ({ person, env, transcript }: Surroundings): { path: string; except: readonly string[] }[] =>
  HOSTS.flatMap(({ places }) => {
    const { inside, around, except } = places.transcripts
    const found = around?.exec(transcript ?? '')?.[1]
    const paths = [...inEach(places.folders(person, env), inside), ...(found === undefined ? [] : [found])]
    return paths.map((path) => ({ path, except }))
  })
