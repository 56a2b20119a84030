import { readdirSync, type Stats, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { canonical } from '../../ledger/canonical.ts'
import { sha256 } from '../../ledger/digest.ts'
import { isObject, type Json } from '../../ledger/kinds.ts'
import { readIfThere } from '../../ledger/stores/files/disk.ts'
import { isInFolders, isOfUser, readPin, renderPin } from '../paths.ts'
import type { Pin, Policy } from '../policy.ts'
import { sectionIn } from '../sections.ts'

/** Returns the current hashes of all files and values that a policy pins. */
export const pinDigests = (root: string, policy: Policy, env = process.env): Digests =>
  digestsOf(
    root,
    Object.values(policy.validators).flatMap((one) => ('pins' in one ? one.pins : [])),
    env,
  )

/**
 * Returns the current hashes of pinned files or values; null for those that do not exist. `env` says where the user's own
 * settings are: for a check, it is the environment that the check runs in.
 */
export const digestsOf = (root: string, pins: readonly Pin[], env = process.env): Digests =>
  Object.fromEntries(
    pins
      .flatMap((pin) => inFolders(pin, (folder) => foldersIn(join(root, folder))))
      .map((pin) => [renderPin(pin), pinDigest(pathOf(root, pin, env), pin)]),
  )

type Digests = { [pin: string]: string | null }

/**
 * The pins whose content is not as approved. Of a pin in every folder of a kind, the folders count that were there at the
 * approval: a new package needs no new one.
 */
export function changedPins(pins: readonly Pin[], approved: Digests, now: Digests): string[] {
  const names = pins.flatMap((pin) => (isInFolders(pin) ? Object.keys(approved).filter(isOf(pin)) : [renderPin(pin)]))
  return [...new Set(names)].filter((name) => (approved[name] ?? null) !== (now[name] ?? null))
}

const isOf =
  ({ file, pointer }: Pin) =>
  (name: string): boolean => {
    const one = readPin(name)
    const wanted = file.split('/')
    const parts = one.file.split('/')
    return (
      one.pointer === pointer &&
      parts.length === wanted.length &&
      wanted.every((part, i) => part === '*' || part === parts[i])
    )
  }

/** The pin in each folder that its path stands for. `list` names the folders in a folder. */
export function inFolders(pin: Pin, list: (folder: string) => readonly string[]): Pin[] {
  const [, before, after] = /^((?:[^*]*\/)?)\*\/(.*)$/.exec(pin.file) ?? []
  if (before === undefined) return [pin]
  return list(before).flatMap((name) => inFolders({ ...pin, file: `${before}${name}/${after}` }, list))
}

/** The folders in a folder, without hidden and third-party ones. */
function foldersIn(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && isPackage(entry.name))
      .map(({ name }) => name)
      .sort()
  } catch {
    return []
  }
}

/** False for folders that hold no packages of the project. A name with a `*` would be read as a pattern again. */
export const isPackage = (name: string): boolean => !/^\.|^node_modules$|\*/.test(name)

/** Variables that move a folder of the user's settings. */
const MOVED = [
  [/^~\/\.config\//, 'XDG_CONFIG_HOME'],
  [/^~\/\.cargo\//, 'CARGO_HOME'],
  [/^~\//, 'HOME'],
] as const

function pathOf(root: string, pin: Pin, env: NodeJS.ProcessEnv): string {
  if (!isOfUser(pin)) return join(root, pin.file)
  const [from, name] = MOVED.find(([start, variable]) => start.test(pin.file) && env[variable]) ?? [/^~\//, null]
  return join(name === null ? homedir() : (env[name] ?? ''), pin.file.replace(from, ''))
}

/** Hashes a file or a part of it. A JSON value is hashed in its canonical form: layout and key order make no difference. */
function pinDigest(path: string, { file, pointer }: Pin): string | null {
  const bytes = readPlain(path)
  if (bytes === null || pointer === null) return bytes === null ? null : sha256(bytes)
  const json = parseJson(bytes)
  const section = json === undefined ? sectionIn(file, bytes.toString('utf8'), pointer) : null
  if (section !== null) return sha256(section)
  const value = valueAt(json, pointer)
  return value === undefined ? null : sha256(canonical(value))
}

/** Maximum size of a pinned file. Only regular files are read: reading a pipe could block forever. */
const MAX_PINNED_BYTES = 64 << 20

function readPlain(path: string): Buffer | null {
  const stat = statIfThere(path)
  return stat?.isFile() === true && stat.size <= MAX_PINNED_BYTES ? readIfThere(path) : null
}

/** Stats a path; undefined if it does not exist, is a symlink loop, or is below a file or an inaccessible folder. */
function statIfThere(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ELOOP' || code === 'ENOTDIR' || code === 'EACCES') return undefined
    throw error
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

function valueAt(value: unknown, pointer: string): Json | undefined {
  let at = value
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (!(isObject(at) || Array.isArray(at)) || !Object.hasOwn(at, key)) return undefined
    at = (at as { [key: string]: unknown })[key]
  }
  return at as Json | undefined
}
