import type { PathWorld } from '../../shell/paths.ts'
import type { How } from '../act.ts'
import type { HostFacts } from './host-facts.ts'

/** The codes of findings about protected places. They do not change between versions. */
export type Code =
  | 'PROTECTED_KEYS'
  | 'PROTECTED_LEDGER'
  | 'PROTECTED_POLICY'
  | 'PROTECTED_SETTINGS'
  | 'PROTECTED_TRANSCRIPT'
  | 'PROTECTED_PROCESS'
  | 'PERSON_ONLY'
  /** The call exceeds a limit of the checks, so part of it would go unchecked. */
  | 'CALL_TOO_LARGE'

/** A file, or a folder with everything in it, and the accesses denied to tool calls. */
export type Place = {
  code: Code
  /** Absolute and normalized. */
  path: string
  denies: readonly How[]
  /** True if the place exists or is assumed to, so that removing a folder around it would lose something. */
  exists: boolean
  /** The end of the path. It identifies the place if code computes the rest of the path; null if no end is distinctive. */
  tail: string | null
  /** True if the names, sizes and ages of the files directly in it may be listed. */
  isListable: boolean
  /** Names of files in it, for searches by name. */
  holds: readonly string[]
  /** Names of folders in it that are not protected. */
  except: readonly string[]
}

/** The place of our own programs, or null. They may be run and read, not written. */
export const programsOf = ({ places }: Protection): Place | null =>
  places.find((place) => place.code === 'PROTECTED_LEDGER' && !isClosed(place)) ?? null

/** The protected places, and the known facts about the world in which a call would run. Plain data. */
export type Protection = {
  /** Inner places first: of nested places, the innermost decides. */
  places: readonly Place[]
  world: PathWorld
  hosts: HostFacts
}

/** A tool call that is not permitted. `what` is the path or command that shows it, `said` the call's own words. */
export type ProtectionFinding = { code: Code; what: string; said: string }

/** True if a place denies every access, even reading. */
export const isClosed = (place: Place): boolean => place.denies.includes('read')

/** True for a file that configures hooks. */
export const isSettings = ({ code }: Place): boolean => code === 'PROTECTED_SETTINGS'

/** The folder of a place. */
export const folderOf = ({ path }: Place): string => path.slice(0, path.lastIndexOf('/'))

/** True if a path is the folder or is in it. */
export const isWithin = (path: string, folder: string): boolean =>
  folder === '/'
    ? path.startsWith('/')
    : path.startsWith(folder) && (path.length === folder.length || path[folder.length] === '/')
