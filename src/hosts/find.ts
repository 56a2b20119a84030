import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { isObject } from '../ledger/kinds.ts'
import type { HostHooks, Site } from './install/hooks.ts'
import { HOSTS } from './registry.ts'

/** A host on this machine. `program` is its path and `version` comes from its package; both are null if unknown. */
export type FoundHost = { hooks: HostHooks; program: string | null; version: string | null; hasSettings: boolean }

/** Finds hosts by their program on the search path or by the settings they created. Starts nothing. */
export function findHosts(place: Site): FoundHost[] {
  return HOSTS.map(({ install: hooks }) => {
    const program = findProgram(hooks.program, place.env['PATH'] ?? '')
    return {
      hooks,
      program,
      version: program === null ? null : versionOf(program, hooks.package),
      hasSettings: existsSync(hooks.folder(place)),
    }
  }).filter(({ program, hasSettings }) => program !== null || hasSettings)
}

/** The first program of this name on a search path. */
export const findProgram = (name: string, path: string): string | null =>
  path
    .split(delimiter)
    .filter((dir) => dir !== '')
    .map((dir) => join(dir, name))
    .find(isProgram) ?? null

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Reads the version from the package or the file name: asking the program would take seconds. */
function versionOf(program: string, name: string): string | null {
  try {
    const real = realpathSync(program)
    return versionIn(dirname(real), name) ?? /^\d+\.\d+\.\d+$/.exec(basename(real))?.[0] ?? null
  } catch {
    return null
  }
}

/** Maximum number of folders between a program and its package.json. */
const MAX_LEVELS = 6

function versionIn(dir: string, name: string, levels = MAX_LEVELS): string | null {
  const found = manifestIn(dir)
  if (found?.['name'] === name) return typeof found['version'] === 'string' ? found['version'] : null
  return levels === 0 || dirname(dir) === dir ? null : versionIn(dirname(dir), name, levels - 1)
}

function manifestIn(dir: string): Record<string, unknown> | null {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))
    return isObject(manifest) ? manifest : null
  } catch {
    return null
  }
}
