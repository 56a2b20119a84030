import type { Host } from '../../hosts/host.ts'
import type { Backup } from '../../hosts/install/backup.ts'
import { mentionsOurs } from '../../hosts/install/command.ts'
import { readSettings, textOf } from '../../hosts/install/file.ts'
import { type HostHooks, SCOPES, type SettingsScope, type Site } from '../../hosts/install/hooks.ts'
import { parseJsonc, plainOf } from '../../hosts/settings/jsonc.ts'
import { readToml } from '../../hosts/settings/toml.ts'
import type { LevelFile } from '../../hosts/switches.ts'
import { isObject, type JsonObject } from '../../ledger/kinds.ts'

/** A file that contains our hooks, or did when they were installed. */
export type HeldFile = {
  scope: SettingsScope | 'plugin'
  path: string
  /** Null if the file does not exist or cannot be read. */
  text: string | null
  /** The reason why it cannot be read. */
  trouble: string | null
  isRecorded: boolean
}

/** Returns the files of a host that contain our hooks for this project, or should. */
export function heldFiles({ install: hooks, plugin }: Host, place: Site, backups: readonly Backup[]): HeldFile[] {
  const byPath = new Map<string, HeldFile>()
  for (const scope of SCOPES) {
    const path = hooks.file(scope, place)
    if (path === null || byPath.has(path)) continue
    const recorded = backups.find((one) => isOf(one, hooks, path))
    const { text, trouble } = read(path)
    if (recorded !== undefined || mentionsOurs(text ?? '', hooks.host))
      byPath.set(path, {
        scope: recorded?.scope ?? scopeOf(scope, text),
        path,
        text,
        trouble,
        isRecorded: recorded !== undefined,
      })
  }
  const path = plugin?.file(place) ?? null
  return [
    ...byPath.values(),
    ...(path === null ? [] : [{ scope: 'plugin' as const, path, ...read(path), isRecorded: false }]),
  ]
}

const isOf = (backup: Backup, { host }: HostHooks, path: string): boolean =>
  backup.host === host && backup.part === 'hooks' && backup.path === path

/** Returns the hook's scope. The option --shared marks a hook that is shared through the project. */
const scopeOf = (scope: SettingsScope, text: string | null): SettingsScope =>
  text?.includes('--shared') ? 'project' : scope

export function read(path: string): { text: string | null; trouble: string | null } {
  try {
    const file = readSettings(path)
    return { text: file.bytes === null ? null : textOf(file), trouble: null }
  } catch (error) {
    return { text: null, trouble: error instanceof Error ? error.message : String(error) }
  }
}

/** Parses the text of a settings file; empty if there is no file or it is invalid. */
export function settingsOf(text: string | null, format: LevelFile['format'] = 'json'): JsonObject {
  if (text === null || text.trim() === '') return {}
  if (format === 'toml') return readToml(text) ?? {}
  try {
    const value = plainOf(parseJsonc(text))
    return isObject(value) ? (value as JsonObject) : {}
  } catch {
    return {}
  }
}
