import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Script } from '../dispatch/attempt.ts'
import { definedStops, hookLines } from '../dispatch/protection/definitions.ts'
import type { FileText } from '../dispatch/protection/harmless.ts'
import type { HostFacts } from '../dispatch/protection/host-facts.ts'
import { folderOf, isSettings, isWithin, type Place, type Protection } from '../dispatch/protection/place.ts'
import { hooksIn } from '../dispatch/protection/settings.ts'
import { commandsIn, scheduleLines } from '../dispatch/schedules.ts'
import { recipesIn, type ScriptNeed } from '../dispatch/scripts.ts'
import { toolsOf } from '../hosts/calls.ts'
import { hostFacts } from '../hosts/facts.ts'
import { findHost, HOSTS } from '../hosts/registry.ts'
import { sha256 } from '../ledger/digest.ts'
import { isObject } from '../ledger/kinds.ts'
import { readTextIfThere } from '../ledger/stores/files/disk.ts'
import { isTracked } from '../project/stores/git-folder.ts'
import { pathsOf } from '../shell/paths.ts'
import { known } from '../shell/value.ts'
import type { HostEvent } from '../supervisor/event.ts'
import type { Guard, SettingsFile } from '../supervisor/guard.ts'
import { keyPlaces } from '../trust/admin/drivers/key-places.ts'
import { definitionFolders, placesOf, type Surroundings, settingsPaths } from './places.ts'
import { RealPaths } from './real-paths.ts'

type Env = Readonly<Record<string, string | undefined>>

/** The world for checking tool calls: protected places, real paths and file contents. */
export function guardOf(dir: string, env: Env): Guard {
  const home = resolve(dir)
  const paths = new RealPaths()
  const hosts = hostFacts()
  const around = ({ cwd, transcript }: HostEvent): Surroundings => ({
    home,
    adminKeys: keyPlaces(home),
    person: env['HOME'] || homedir(),
    env,
    cwd,
    transcript,
  })
  return {
    protection: (event) => protectionOf(around(event), paths, hosts),
    hosts,
    tools: toolsOf,
    realPaths: (named) => realOf(named, paths),
    scripts: scriptsOf,
    textOf: fileText,
    holdsUntracked: (path) => settingsFile(path, hosts).some(({ ours }) => ours > 0) && !isTracked(path),
    canAsk: (event) => findHost(event.host).canAsk?.(env, event) ?? false,
    settings: (event) => [
      ...[...new Set([...changedIn(event), ...settingsPaths(around(event))])]
        .filter((path) => path.startsWith('/') && paths.of(path).exists)
        .flatMap((path) => settingsFile(path, hosts)),
      ...definitionFolders(around(event)).flatMap((folder) => definitionsIn(folder, hosts)),
    ],
  }
}

/** Variables that paths in commands are likely to begin with, besides the hosts' own. */
const VARIABLES = ['XDG_STATE_HOME', 'USER', 'LOGNAME', 'TMPDIR']

function protectionOf(where: Surroundings, paths: RealPaths, hosts: HostFacts): Protection {
  const { env, person, home, cwd } = where
  const ofHosts = HOSTS.flatMap(({ places: { variables } }) => [...variables.folder, ...variables.project])
  const named = [...VARIABLES, ...ofHosts].flatMap((name) => (env[name] ? [[name, env[name]] as const] : []))
  return {
    places: placesOf(where).flatMap((place) => asItIs(place, paths)),
    world: { home: person, start: cwd, variables: Object.fromEntries([...named, ['BAILIFF_HOME', home]]) },
    hosts,
  }
}

/** A place under its given path and its real path. Settings can only be lost if they exist. */
function asItIs(place: Place, paths: RealPaths): Place[] {
  const real = paths.of(place.path)
  const given = { ...place, exists: place.exists || real.exists }
  return real.path === place.path ? [given] : [given, { ...given, path: real.path }]
}

/** All of them: a limit would let harmless paths push the one that counts out of sight. */
function realOf(named: readonly string[], paths: RealPaths): ReadonlyMap<string, string> | null {
  const found = new Map<string, string>()
  for (const path of named) {
    const real = path.startsWith('/') ? paths.of(path).path : path
    if (real !== path) found.set(path, real)
  }
  return paths.isSpent ? null : found
}

const MAX_SCRIPT_BYTES = 256 << 10

const scriptsOf = (needs: readonly ScriptNeed[], protection: Protection): Script[] =>
  needs.flatMap((need) => scriptsFor(need, protection))

function scriptsFor(need: ScriptNeed, protection: Protection): Script[] {
  const { world } = protection
  const isFile = need.kind === 'file' || need.kind === 'schedule'
  const [path] = isFile ? pathsOf(need.path, need.cwds, world) : pathsOf(need.folder, [], world)
  if (path?.text == null) return []
  switch (need.kind) {
    case 'package':
      return packageScripts(path.text, need.name)
    case 'make':
      return makeScripts(path.text, need.file, need.targets)
    case 'schedule':
      return scheduleScripts(path.text, world.home ?? '/')
    case 'file': {
      const [here] = pathsOf(known('.'), need.cwds, world)
      const file = { path: path.text, folder: here?.text ?? world.start ?? dirname(path.text) }
      return fileScripts(file, need, protection)
    }
  }
}

/** Commands that run later start in the home directory. */
function scheduleScripts(path: string, home: string): Script[] {
  const text = beginning(path)
  const lines = text === null ? [] : (commandsIn(path, text) ?? scheduleLines(text))
  return lines.map((line) => ({ kind: 'shell', text: line, folder: home }))
}

type Started = { path: string; folder: string }

/**
 * Reads a script file as shell unless its `#!` line names another language. A file passed to a shell is always shell. Code
 * in other languages is read only beside hook settings: elsewhere, too much of it mentions them.
 */
function fileScripts(
  { path, folder }: Started,
  { isGiven, language }: Pick<Extract<ScriptNeed, { kind: 'file' }>, 'isGiven' | 'language'>,
  { places }: Protection,
): Script[] {
  const isBeside = places.some((one) => isSettings(one) && (isWithin(path, folderOf(one)) || folder === folderOf(one)))
  if (language !== null && !isBeside) return []
  const text = beginning(path)
  const isText = text !== null && !text.includes('\0')
  const isShell = isText && language === null && (isGiven || !/^#!(?!.*\b(?:ba|da|z|k)?sh\b)/.test(text))
  if (isShell) return [{ kind: 'shell', text, folder }]
  if (!isBeside) return []
  return isText
    ? [{ kind: 'code', text, language: language ?? '', folders: [folder, dirname(path)] }]
    : [{ kind: 'opaque', path, folder }]
}

const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile']

function makeScripts(folder: string, file: string | null, targets: readonly string[]): Script[] {
  for (const name of file === null ? MAKEFILES : [file]) {
    const text = beginning(resolve(folder, name))
    if (text !== null) return [{ kind: 'shell', text: recipesIn(text, targets), folder }]
  }
  return []
}

/** A package script with its pre and post scripts, from the nearest package.json. */
function packageScripts(folder: string, name: string): Script[] {
  for (let at = folder, i = 0; i < 8; at = dirname(at), i++) {
    const text = beginning(join(at, 'package.json'))
    if (text !== null) {
      const scripts = scriptsIn(text)
      const names = name === 'install' ? ['install', 'prepublish', 'prepare'] : [name]
      return names
        .flatMap((one) => [`pre${one}`, one, `post${one}`])
        .flatMap((one) => {
          const script = Object.hasOwn(scripts, one) ? scripts[one] : undefined
          return typeof script === 'string' ? [{ kind: 'shell', text: script, folder: at }] : []
        })
    }
    if (at === dirname(at)) break
  }
  return []
}

function scriptsIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && isObject(value['scripts']) ? value['scripts'] : {}
  } catch {
    return {}
  }
}

/** The beginning of a regular file; null if there is none. */
function beginning(path: string): string | null {
  try {
    if (!statSync(path).isFile()) return null
    const fd = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(MAX_SCRIPT_BYTES)
      return bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, 0))
    } finally {
      closeSync(fd)
    }
  } catch {
    return null
  }
}

const changedIn = ({ report }: HostEvent): string[] =>
  report.kind === 'settings-changed' && report.path !== null ? [report.path] : []

const MAX_SETTINGS_BYTES = 4 << 20

function fileText(path: string): FileText {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return { text: null }
    if (!stat.isFile() || stat.size > MAX_SETTINGS_BYTES) return null
    const text = readTextIfThere(path)
    // A file that reports size 0, as in /proc, may not have been read in full.
    return stat.size === 0 && text !== '' ? null : { text }
  } catch {
    return null
  }
}

const MAX_DEFINITIONS = 500
/** Definitions may be in folders of their own. */
const MAX_DEFINITION_DEPTH = 2

/** The definitions in a folder that have hooks on stops. Only their lines about hooks are settings. */
function definitionsIn(folder: string, hosts: HostFacts): SettingsFile[] {
  return markdownIn(folder).flatMap((path) => {
    const text = beginning(path) ?? ''
    const otherStops = definedStops(text, hosts)
    return otherStops.length === 0 ? [] : [{ path, sha256: sha256(hookLines(text)), ours: 0, isOff: false, otherStops }]
  })
}

function markdownIn(folder: string, depth = 0): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries
      .flatMap((entry) => {
        const path = join(folder, entry.name)
        if (entry.isDirectory()) return depth < MAX_DEFINITION_DEPTH ? markdownIn(path, depth + 1) : []
        return /\.md$/i.test(entry.name) ? [path] : []
      })
      .slice(0, MAX_DEFINITIONS)
  } catch {
    return []
  }
}

function settingsFile(path: string, hosts: HostFacts): SettingsFile[] {
  const text = fileText(path)?.text ?? null
  return text === null ? [] : [{ path, sha256: sha256(text), ...hooksIn(text, hosts) }]
}
