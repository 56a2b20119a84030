import type { How } from '../dispatch/act.ts'
import type { Code, Place } from '../dispatch/protection/place.ts'
import { type Around, type HostFiles, hostFiles } from '../hosts/facts.ts'

/** The paths that the hook knows. `home` is the state directory, `adminKeys` are key files outside of it. */
export type Surroundings = Around & { home: string; adminKeys: readonly string[] }

const ALL: readonly How[] = ['read', 'write', 'mentioned', 'listed']
const CHANGES: readonly How[] = ['write', 'mentioned']
const WRITES: readonly How[] = ['write']

/** The places that no tool call may touch, most specific first. */
export function placesOf(where: Surroundings): Place[] {
  const { home, adminKeys, transcript } = where
  const files = hostFiles(where)
  const closed = (code: Code, path: string, holds: string[], isListable = false): Place =>
    place(code, path, ALL, { tail: endOf(path), holds, isListable })
  return [
    // Anyone who can run our program may read it.
    place('PROTECTED_LEDGER', `${home}/bin`, WRITES),
    ...adminKeys.map((path) => closed('PROTECTED_KEYS', path, [])),
    closed('PROTECTED_KEYS', `${home}/keys`, ['k1.key', 'current', 'checkpoint.pem']),
    closed('PROTECTED_POLICY', `${home}/policy`, ['policy.json', 'policy.yaml']),
    closed('PROTECTED_LEDGER', home, ['s.jsonl', 's.head', 's.lock', 'ledger', 'heads', 'spool', 'artifacts'], true),
    ...settingsIn(files, where.person).map((path) =>
      place('PROTECTED_SETTINGS', path, CHANGES, { tail: endOf(path), exists: false }),
    ),
    ...files.transcripts.map(({ path, except }) =>
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

/** The last two names in a path: enough to recognise it. */
const endOf = (path: string): string | null => /(?<![^/])[^/]+\/[^/]+$/.exec(path)?.[0] ?? null

/** Every file that configures hooks: the person's, the project's and the machine's. */
export const settingsPaths = (where: Surroundings): string[] => settingsIn(hostFiles(where), where.person)

/** Every folder of definitions whose frontmatter may hold hooks. */
export function definitionFolders(where: Surroundings): string[] {
  const { definitions, projects } = hostFiles(where)
  const folders = projects.flatMap((folder) => upFrom(folder, where.person))
  return [...new Set([...definitions.personal, ...inEach(folders, definitions.project)])].filter((path) =>
    path.startsWith('/'),
  )
}

const inEach = (folders: readonly string[], names: readonly string[]): string[] =>
  folders.flatMap((folder) => names.map((name) => `${folder}/${name}`))

function settingsIn({ personal, project, system, projects }: HostFiles, person: string): string[] {
  const folders = projects.flatMap((folder) => upFrom(folder, person))
  return [...new Set([...personal, ...inEach(folders, project), ...system])].filter(
    (path) => path.startsWith('/') && person !== '',
  )
}

const MAX_FOLDERS = 12

/** A folder and those above it, up to but not including the person's home. */
function upFrom(start: string, person: string): string[] {
  const folders: string[] = []
  let folder = start
  for (let i = 0; i < MAX_FOLDERS && folder.length > 1 && folder.startsWith('/') && folder !== person; i++) {
    folders.push(folder)
    folder = folder.slice(0, folder.lastIndexOf('/'))
  }
  return folders
}
