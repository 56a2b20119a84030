import { isObject } from '../ledger/kinds.ts'
import { isExactly } from '../policy/glob.ts'
import { CHECK_KINDS, type Check, type CheckKind, check, type Ecosystem, type Listing } from './checks.ts'
import { upwards } from './runners.ts'

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun'

/** Projects with a package.json and any package manager. */
export const node: Ecosystem = {
  name: 'node',
  find(listing, dir) {
    const manifest = manifestIn(listing, dir)
    if (manifest === null) return []
    const manager = managerOf(listing, dir, manifest)
    const members = membersOf(listing, dir, manifest)
    return CHECK_KINDS.flatMap((kind) => {
      const script = scriptOf(manifest, kind)
      if (script !== null)
        return [check(dir, kind, runScript(manager, script.name), `package.json#/scripts/${script.name}`, script.text)]
      const member = members.find((one) => scriptOf(manifestIn(listing, one), kind) !== null)
      if (member !== undefined)
        return [check(dir, kind, runEverywhere(manager, listing, dir, kind), `${member.slice(dir.length)}package.json`)]
      return kind === 'test' ? ownRunner(listing, dir, manager) : []
    })
  },
}

export type Manifest = Record<string, unknown>

/** The parsed package.json of a folder; null if there is none. */
export function manifestIn(listing: Listing, dir: string): Manifest | null {
  try {
    const manifest: unknown = JSON.parse(listing.read(`${dir}package.json`) ?? 'null')
    return isObject(manifest) ? manifest : null
  } catch {
    return null
  }
}

/** Script names by kind of check, the most common first. */
const NAMES: { [kind in CheckKind]: readonly string[] } = {
  test: ['test', 'tests', 'test:unit', 'test:ci'],
  lint: ['lint', 'lint:check', 'check:lint'],
  build: ['build', 'compile'],
}

/** The scripts of a package, by name. */
export const scriptsIn = (manifest: Manifest | null): { [name: string]: string } =>
  Object.fromEntries(
    Object.entries(isObject(manifest?.['scripts']) ? manifest['scripts'] : {}).filter(
      (one): one is [string, string] => typeof one[1] === 'string',
    ),
  )

function scriptOf(manifest: Manifest | null, kind: CheckKind): { name: string; text: string } | null {
  const scripts = scriptsIn(manifest)
  for (const name of NAMES[kind]) {
    const text = scripts[name]
    if (text !== undefined && !isPlaceholder(text)) return { name, text }
  }
  return null
}

/** True if a script prints something but checks nothing, like the one `npm init` writes. */
export function isPlaceholder(script: string): boolean {
  if (/no tests? (?:specified|yet|here)/i.test(script)) return true
  const commands = script.split(/&&|\|\||;/).map((command) => command.trim())
  return commands.every((command) => /^(?:|:|true|false|exit(?: \d+)?|echo\b.*)$/.test(command))
}

const LOCKS: readonly (readonly [string, Manager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['pnpm-workspace.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
]

/** The package manager: from the manifest, else from the nearest lock file, here or further up. */
function managerOf(listing: Listing, dir: string, manifest: Manifest): Manager {
  const named = /^(npm|pnpm|yarn|bun)@/.exec(String(manifest['packageManager']))?.[1]
  if (named !== undefined) return named as Manager
  for (const folder of upwards(dir)) {
    const lock = LOCKS.find(([file]) => listing.files.includes(`${folder}${file}`))
    if (lock !== undefined) return lock[1]
  }
  return 'npm'
}

/** `<manager> test`, except for bun: `bun test` runs bun's own test runner, not the script. */
const runScript = (manager: Manager, script: string): string =>
  script === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${script}`

function runEverywhere(manager: Manager, listing: Listing, dir: string, script: string): string {
  switch (manager) {
    case 'npm':
      return `npm run ${script} --workspaces --if-present`
    case 'pnpm':
      return `pnpm --recursive --if-present run ${script}`
    case 'yarn':
      return listing.files.includes(`${dir}.yarnrc.yml`)
        ? `yarn workspaces foreach --all run ${script}`
        : `yarn workspaces run ${script}`
    case 'bun':
      return `bun run --filter * ${script}`
  }
}

const TEST_FILE = /(?:^|\/)(?:[^/]+[._](?:test|spec)\.[cm]?[jt]sx?)$/

/** Returns a check for bun's own test runner, which needs no script. */
const ownRunner = (listing: Listing, dir: string, manager: Manager): Check[] => {
  const test = listing.files.find((file) => file.startsWith(dir) && TEST_FILE.test(file))
  return manager === 'bun' && test !== undefined ? [check(dir, 'test', 'bun test', test.slice(dir.length))] : []
}

/** The globs of package folders that a workspace declares. */
export const workspacesOf = (listing: Listing, dir: string, manifest = manifestIn(listing, dir)): string[] => [
  ...globsOf(manifest ?? {}),
  ...pnpmGlobs(listing.read(`${dir}pnpm-workspace.yaml`) ?? ''),
]

/** The package folders of a workspace. */
export function membersOf(listing: Listing, dir: string, manifest: Manifest): string[] {
  const globs = workspacesOf(listing, dir, manifest)
  const included = globs.filter((glob) => !glob.startsWith('!'))
  const excluded = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1))
  return listing.files
    .filter((file) => file.startsWith(dir) && file.endsWith('/package.json'))
    .map((file) => file.slice(0, -'package.json'.length))
    .filter((folder) => {
      const inner = folder.slice(dir.length, -1)
      return (
        inner !== '' &&
        included.some((glob) => isExactly(inner, glob)) &&
        !excluded.some((glob) => isExactly(inner, glob))
      )
    })
    .sort()
}

function globsOf(manifest: Manifest): string[] {
  const { workspaces } = manifest
  const list = isObject(workspaces) ? workspaces['packages'] : workspaces
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
}

/** The list under `packages:`, the only part of pnpm-workspace.yaml that matters here. */
function pnpmGlobs(yaml: string): string[] {
  const [, list = ''] = /^packages:[ \t]*\r?\n((?:[ \t]*(?:-.*|#.*)?\r?\n?)*)/m.exec(yaml) ?? []
  return [...list.matchAll(/^[ \t]*-[ \t]*['"]?([^'"#\r\n]+)/gm)].map(([, glob = '']) => glob.trim())
}
