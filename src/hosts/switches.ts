import type { SettingsFormat } from '../dispatch/protection/host-facts.ts'
import type { JsonObject } from '../ledger/kinds.ts'
import type { SettingsScope, Site } from './install/hooks.ts'

/** A settings file that may silence hooks. `level` says whose it is. */
export type LevelFile = { level: string; path: string; format: SettingsFormat }

/** A level with its settings, which are empty if the file is missing or unreadable. */
export type Level = LevelFile & { settings: JsonObject }

/** A file with our hooks; `settings` is empty if it is unreadable. */
export type HookFile = { scope: SettingsScope; path: string; text: string | null; settings: JsonObject }

/** A setting that silences hooks: a finding, or a note if it depends on an answer the person still has to give. */
export type Silence =
  | { kind: 'finding'; code: 'HOOKS_OFF' | 'HOOKS_UNTRUSTED'; what: string; fix: string }
  | { kind: 'note'; code: 'FOLDER_UNDECIDED'; what: string; fix: string }

/** Settings of one host that silence hooks. The doctor reads the files; `check` is pure. */
export type Switches = {
  /** The files to check, lowest precedence first. */
  levels(place: Site): LevelFile[]
  check(look: { levels: readonly Level[]; held: readonly HookFile[]; place: Site }): Silence[]
}

/** A setting or variable that switches hooks off. */
export const off = (what: string, fix: string): Silence => ({ kind: 'finding', code: 'HOOKS_OFF', what, fix })

/** Hooks that the host does not trust. */
export const untrusted = (what: string, fix: string): Silence => ({
  kind: 'finding',
  code: 'HOOKS_UNTRUSTED',
  what,
  fix,
})

/** True if a variable is set, and not to "0" or "false". */
export const isSet = (value: string | undefined): boolean => value !== undefined && !['', '0', 'false'].includes(value)
