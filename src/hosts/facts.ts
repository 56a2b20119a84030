import type { HostFacts } from '../dispatch/protection/host-facts.ts'
import { OTHER_AGENTS } from '../shell/agents.ts'
import { type Env, plainPath } from './places.ts'
import { HOSTS } from './registry.ts'

/** Facts about all hosts for the tool call checks. */
export const hostFacts = (): HostFacts => ({
  // `bailiff hook <host> <event>`, or the launcher that is installed for it.
  ours: new RegExp(`\\b(?:bailiff-)?hook["']?\\s+["']?(?:${HOSTS.map(({ name }) => name).join('|')})\\b`),
  offKeys: HOSTS.flatMap(({ places }) => places.offKeys),
  pluginKeys: HOSTS.flatMap(({ places }) => places.pluginKey ?? []),
  plugin: /^bailiff@/,
  stopEvents: [...new Set(HOSTS.map(({ install }) => install.moments.stop))],
  definitions: HOSTS.flatMap(({ places: { definitions, project } }) => inEach(projectFolders(project), definitions)),
  editable: new Map(HOSTS.flatMap(({ places }) => Object.entries(places.editable))),
  promptFiles: new RegExp(`(?:^|/)(?:${HOSTS.flatMap(({ places }) => places.promptFiles ?? []).join('|')})$`),
  unhooking: HOSTS.flatMap(({ places }) => places.unhooking),
  agents: {
    ...Object.fromEntries(
      HOSTS.map(({ name, install }) => [name, { programs: install.program, packages: install.package }]),
    ),
    ...OTHER_AGENTS,
  },
})

/** The files and folders of all hosts, as plain data. */
export type HostFiles = {
  /** Settings files: the person's, those of any project (relative to it), and the machine's. */
  personal: readonly string[]
  project: readonly string[]
  system: readonly string[]
  /** The session's folder, and the folders that hosts name as the project. */
  projects: readonly string[]
  /** Folders of definitions that may hold hooks: the person's, and those of any project (relative to it). */
  definitions: { personal: readonly string[]; project: readonly string[] }
  /** Folders of session records. `except` names folders in them that hold none. */
  transcripts: readonly { path: string; except: readonly string[] }[]
}

/** The context of an event: the person's home, the session's folder, and the session record that the event names. */
export type Around = { person: string; env: Env; cwd: string | null; transcript: string | null }

export function hostFiles({ person, env, cwd, transcript }: Around): HostFiles {
  const each = HOSTS.map(({ places }) => ({
    ...places,
    folders: places.folders(person, env),
    system: places.system(env),
  }))
  const named = each.flatMap(({ variables }) => variables.project.map((name) => env[name] ?? ''))
  return {
    personal: each.flatMap(({ folders, personal }) => inEach(folders, personal)),
    project: each.flatMap(({ project }) => project),
    system: each.flatMap(({ system }) => system),
    projects: [cwd ?? '', ...named].map(plainPath),
    definitions: {
      personal: each.flatMap(({ folders, definitions }) => inEach(folders, definitions)),
      project: each.flatMap(({ project, definitions }) => inEach(projectFolders(project), definitions)),
    },
    transcripts: each.flatMap(({ folders, transcripts: { inside, around, except } }) =>
      [...inEach(folders, inside), ...(around?.exec(transcript ?? '')?.slice(1, 2) ?? [])].map((path) => ({
        path,
        except,
      })),
    ),
  }
}

/** The folders of a project in which a host keeps its files: `.claude`. */
const projectFolders = (files: readonly string[]): string[] => [
  ...new Set(files.map((name) => name.slice(0, name.lastIndexOf('/')))),
]

const inEach = (folders: readonly string[], names: readonly string[]): string[] =>
  folders.flatMap((folder) => names.map((name) => `${folder}/${name}`))
