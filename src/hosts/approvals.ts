import type { Json, JsonObject } from '../ledger/kinds.ts'
import type { SettingsScope, Site } from './install/hooks.ts'

/** A person's approval of one hook: which hook, and a hash of what was approved. */
export type Approval = { key: string; hash: string }

/** A settings file with our hooks, parsed. */
type HooksFile = { path: string; scope: SettingsScope; settings: Json }

/** Parses the file that holds approvals; null if the text is invalid. */
export type ReadFormat = (text: string) => JsonObject | null

/** Approvals of hooks by a person, for a host that runs only approved hooks. */
export type Approvals = {
  /** The file that holds approvals. */
  file(place: Site): string
  /** The approvals that our hooks in a file need. */
  needed(file: HooksFile, place: Site): Approval[]
  /** Adds approvals to the file's text; null if they cannot be added without breaking the file. */
  approve(text: string, approvals: readonly Approval[], read: ReadFormat): string | null
  /** Removes approvals that are unchanged since `approve` wrote them. */
  disapprove(text: string, approvals: readonly Approval[]): string
  /** Instructions for approving hooks in the host itself. */
  byPerson: string
}
