import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { sha256 } from '../../ledger/digest.ts'
import { ensureDir, readIfThere, readTextIfThere, syncDir, writeDurably } from '../../ledger/stores/files/disk.ts'
import { DROPPED, LAUNCHER, quoted } from './command.ts'
import { InstallError } from './errors.ts'

/** The files that hosts start, and the pattern pack. They are copied, so that they outlive the package they came in. */
export const PROGRAM = [
  'bailiff.cjs',
  'hook.cjs',
  'prompt.cjs',
  'observe.cjs',
  'propose.cjs',
  'stop.cjs',
  'gather.cjs',
  'model.cjs',
  'pack.bin',
] as const

export type Program = {
  /** The folder of the built package. */
  from: string
  version: string
  /** The running Node, and the search path on which to look for another. */
  node: string
  path: string
}

const binDir = (home: string): string => join(home, 'bin')

/**
 * Puts the program under `bin/`, each version in its own folder that never changes, next to the launcher that hosts start.
 * Only the launcher is replaced, atomically: a host that starts it meanwhile gets either the old one or the new one.
 */
export function installLauncher(home: string, program: Program): void {
  const bin = binDir(home)
  const name = nameOf(program)
  const previous = currentIn(bin)
  ensureDir(bin)
  if (!existsSync(join(bin, name))) copyProgram(program.from, bin, name)
  const path = join(bin, LAUNCHER)
  const text = renderLauncher(name, nodesOf(program))
  if (readTextIfThere(path) !== text) writeDurably(path, text, 0o700)
  chmodSync(path, 0o700)
  // Keep the previous version: it may be starting right now.
  for (const old of readdirSync(bin)) {
    if (old !== LAUNCHER && old !== name && old !== previous) rmSync(join(bin, old), { recursive: true, force: true })
  }
}

/** The program's folder name: its version and a hash, because two builds of one version may differ. */
export function nameOf({ from, version }: Pick<Program, 'from' | 'version'>): string {
  const missing = PROGRAM.find((file) => !existsSync(join(from, file)))
  if (missing !== undefined) {
    throw new InstallError('PROGRAM_INCOMPLETE', `${join(from, missing)} is missing: the package is incomplete.`)
  }
  return `${version}-${hashOf(from)}`
}

/** Hashes of programs, by their files' times and sizes: one command asks several times, for megabytes. */
const hashes = new Map<string, string | null>()

/** Returns null if a file is missing. */
function hashOf(folder: string): string | null {
  const stamp = PROGRAM.map((file) => stampOf(join(folder, file))).join()
  const known = hashes.get(stamp)
  if (known !== undefined) return known
  const parts = PROGRAM.map((file) => readIfThere(join(folder, file)))
  const hash = parts.some((part) => part === null) ? null : sha256(Buffer.concat(parts as Buffer[])).slice(0, 12)
  hashes.set(stamp, hash)
  return hash
}

function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? path : `${found.dev}:${found.ino}:${found.size}:${found.mtimeNs}:${found.ctimeNs}`
}

function copyProgram(from: string, bin: string, name: string): void {
  const temp = join(bin, `.tmp-${process.pid}-${name}`)
  rmSync(temp, { recursive: true, force: true })
  ensureDir(temp)
  for (const file of PROGRAM) copyFileSync(join(from, file), join(temp, file))
  syncDir(temp)
  renameSync(temp, join(bin, name))
  syncDir(bin)
}

/** The folder of the program that the installed launcher starts. */
const currentIn = (bin: string): string | null => startedBy(readTextIfThere(join(bin, LAUNCHER)) ?? '')

/** The folder of the program that a launcher starts. */
const startedBy = (text: string): string | null => /^start="\$\{0%\/\*\}\/([^/"]+)\//m.exec(text)?.[1] ?? null

/** A launcher on disk: what it starts, and with which Node. */
export type Launcher = {
  path: string
  folder: string
  /** In the order in which the launcher tries them. */
  nodes: string[]
  isAsWritten: boolean
  /** True if the program's hash matches the folder's name. */
  isWhole: boolean
}

/** Returns null if there is no launcher, or it is not ours. */
export function readLauncher(home: string): Launcher | null {
  const path = launcherPath(home)
  const text = readTextIfThere(path)
  const name = startedBy(text ?? '')
  if (text === null || name === null) return null
  const nodes = wordsOf(/^for node in (.*); do$/m.exec(text)?.[1] ?? '')
  const folder = join(binDir(home), name)
  const isAsWritten = text === renderLauncher(name, nodes)
  return { path, folder, nodes, isAsWritten, isWhole: name.endsWith(`-${hashOf(folder) ?? ''}`) }
}

/** The path of the program that the launcher starts; null if there is no launcher, or it is not ours. */
export function startedProgram(home: string): string | null {
  const name = currentIn(binDir(home))
  return name === null ? null : join(binDir(home), name, 'bailiff.cjs')
}

export const launcherPath = (home: string): string => join(binDir(home), LAUNCHER)

/** Splits a line into the words that `quoted` wrote. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|\\'|[^\s'])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|\\'/g, (_, inner?: string) => inner ?? "'"),
  )

/** This Node; then the one that a version manager or package manager keeps at a stable path. */
function nodesOf({ node, path }: Program): string[] {
  const found = path
    .split(delimiter)
    // An agent can change programs that come with a project.
    .filter((dir) => dir.startsWith('/') && !dir.includes('node_modules'))
    .map((dir) => join(dir, 'node'))
    .find((one) => existsSync(one))
  return [...new Set([node, ...(found === undefined ? [] : [found])])]
}

/** A shell script: it starts in about a millisecond, and works even if Node is missing. */
const renderLauncher = (name: string, nodes: readonly string[]): string => `#!/bin/sh
# Starts Bailiff's hook. Generated by "bailiff init"; do not edit.
unset ${DROPPED.join(' ')}
start="\${0%/*}/${name}/bailiff.cjs"
for node in ${nodes.map(quoted).join(' ')}; do
  [ -x "$node" ] && exec "$node" "$start" hook "$@"
done
node=$(command -v node) && exec "$node" "$start" hook "$@"
echo 'bailiff: Node was not found, so nothing was recorded [NODE_MISSING]' >&2
echo '{}'
`
