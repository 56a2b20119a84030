import type { Site } from '../../hosts/install/hooks.ts'
import { parseJsonc, plainOf } from '../../hosts/settings/jsonc.ts'
import { isObject, type JsonObject } from '../../ledger/kinds.ts'
import type { HeldFile } from '../facts/settings.ts'
import { finding, type Remark } from '../finding.ts'

/** Settings of a host that may silence hooks, wherever the hooks themselves stand. `level` is whose they are. */
export type Level = { level: string; path: string; text: string | null }

/** What may silence the hooks of one host. Reading is left to others: `check` is pure. */
export type Switches = {
  host: string
  /** Where to look, what counts less first. */
  levels(place: Site): { level: string; path: string }[]
  check(look: { levels: readonly Level[]; held: readonly HeldFile[]; place: Site }): Remark[]
}

/** The settings of a level; empty where there are none, or none that can be read. */
export function settingsOf({ text }: Pick<Level, 'text'>): JsonObject {
  try {
    const value = text === null || text.trim() === '' ? {} : plainOf(parseJsonc(text))
    return isObject(value) ? (value as JsonObject) : {}
  } catch {
    return {}
  }
}

export const off = (what: string, mend: string): Remark => finding('HOOKS_OFF', what, mend)

/** Variables that switch something on. */
export const isSet = (value: string | undefined): boolean => value !== undefined && !['', '0', 'false'].includes(value)
