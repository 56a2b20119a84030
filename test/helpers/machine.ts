import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { onTestFinished } from 'vitest'
import type { SettingsScope, Site } from '../../src/hosts/install/hooks.ts'
import { install } from '../../src/hosts/install/install.ts'
import { PROGRAM } from '../../src/hosts/install/launcher.ts'
import { uninstall } from '../../src/hosts/install/uninstall.ts'
import { HOSTS, hooksOf } from '../../src/hosts/registry.ts'
import { parseJsonc, plainOf } from '../../src/hosts/settings/jsonc.ts'
import type { JsonObject } from '../../src/ledger/kinds.ts'
import { closeHome, type Home } from '../../src/ledger/stores/files/home.ts'
import { openFiles } from '../../src/ledger/stores/files/open.ts'
import { tempDir } from './temp.ts'

/** A machine with a person, a project and a ledger, all with spaces in their paths. */
export type Machine = Site & { home: Home; root: string }

export function machine(): Machine {
  const root = join(tempDir(), 'a machine')
  const place = { person: join(root, 'a person'), project: join(root, 'a project'), env: {} }
  const from = join(root, 'package')
  for (const dir of [place.person, place.project, from]) mkdirSync(dir, { recursive: true })
  for (const file of PROGRAM) writeFileSync(join(from, file), `// ${file}\n`)
  const home = openFiles(join(root, 'the home'))
  onTestFinished(() => closeHome(home))
  return { ...place, home, root }
}

export const ALL = HOSTS.map(({ name }) => name)

/** Installs hooks, by default in each host's own scope. */
export function put(on: Machine, hosts: readonly string[], scope?: SettingsScope, trust = false) {
  const program = { from: join(on.root, 'package'), version: '1.2.3', node: process.execPath, path: '' }
  const targets = hosts.map((host) => ({ hooks: hooksOf(host), scope: scope ?? hooksOf(host).ownScope }))
  return install(on.home, on, targets, { program, trust })
}

export const takeAway = (on: Machine, hosts: readonly string[] = ALL, scope: SettingsScope | null = null) =>
  uninstall(on.home, on, { hosts, scope, only: null }, {})

export const settingsOf = (on: Machine, host: string, scope: SettingsScope): string => {
  const path = hooksOf(host).file(scope, on)
  if (path === null) throw new Error(`${host} has no settings for scope ${scope}`)
  return path
}

/** All files of the person and the project: names, bytes, modes, symlinks. */
export function snapshot({ root }: Machine): Record<string, string> {
  const all = readdirSync(root, { recursive: true, withFileTypes: true })
  const mine = all.filter((one) => !relative(root, one.parentPath).startsWith('the home') && one.name !== 'the home')
  return Object.fromEntries(
    mine.map((one) => {
      const path = join(one.parentPath, one.name)
      const { mode } = lstatSync(path)
      const content = one.isFile() ? readFileSync(path, 'latin1') : one.isDirectory() ? '' : '->'
      return [relative(root, path), `${mode.toString(8)} ${content}`]
    }),
  )
}

export function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

export const valueIn = (path: string): JsonObject => plainOf(parseJsonc(readFileSync(path, 'utf8'))) as JsonObject

/** A hook that is not ours. */
export const FOREIGN = { type: 'command', command: 'notify-send done', timeout: 5 }
