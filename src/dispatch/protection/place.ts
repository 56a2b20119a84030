import type { PathWorld } from '../../shell/paths.ts'
import type { How } from '../act.ts'

/** Every code of a finding about what is protected. They do not change between versions. */
export type Code =
  | 'PROTECTED_KEYS'
  | 'PROTECTED_LEDGER'
  | 'PROTECTED_POLICY'
  | 'PROTECTED_SETTINGS'
  | 'PROTECTED_TRANSCRIPT'
  | 'PERSON_ONLY'

/** A file, or a folder with everything in it, and what no tool call may do to it. */
export type Place = {
  code: Code
  /** Absolute, in its normal form. */
  path: string
  denies: readonly How[]
  /** Whether there is something to lose with the folders around it. */
  exists: boolean
  /** The end of the path by which it is recognised where code puts the beginning together; null where nothing is. */
  tail: string | null
  /** Whether names, sizes and ages of what is right in it may be looked at all the same. */
  isListable: boolean
  /** Names of what is in it, for searches by name. */
  holds: readonly string[]
  /** Folders in it, by name, that are not meant. */
  except: readonly string[]
}

/** The place in which our own programs lie, or null. They may be run and read, not written. */
export const programsOf = ({ places }: Protection): Place | null =>
  places.find((place) => place.code === 'PROTECTED_LEDGER' && !isClosed(place)) ?? null

/** What is protected, and what is known of the world in which a call would be made. Plain data. */
export type Protection = {
  /** The closer ones first: where one lies in another, it rules. */
  places: readonly Place[]
  world: PathWorld
}

/** What a tool call may not do. `what` is the path or the command that shows it, `said` how the call itself puts it. */
export type ProtectionFinding = { code: Code; what: string; said: string }

/** Whether nothing at all may be done to a place, not even reading. */
export const isClosed = (place: Place): boolean => place.denies.includes('read')

/** Whether a path is another one or lies in it. */
export const isWithin = (path: string, folder: string): boolean =>
  folder === '/'
    ? path.startsWith('/')
    : path.startsWith(folder) && (path.length === folder.length || path[folder.length] === '/')
