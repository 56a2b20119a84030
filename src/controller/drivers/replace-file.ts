import {
  closeSync,
  fchmodSync,
  fchownSync,
  fdatasyncSync,
  fstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { sha256 } from '../../ledger/digest.ts'
import { syncDir, writeAll } from '../../ledger/stores/files/disk.ts'
import { statOf } from './file-state.ts'

const TEMP_NAME = /^\.bailiff-[0-9a-f]{32}\.tmp$/

/** True for files that an attempt leaves behind if it is killed. They are nobody's content. */
export const isLeftover = (name: string): boolean => TEMP_NAME.test(name)

/** The same for every attempt at an effect, so that an attempt replaces the leftover of an earlier one. */
const tempFor = (path: string, key: string): string => join(dirname(path), `.bailiff-${sha256(key).slice(0, 32)}.tmp`)

/** Permission bits. The others (setuid, setgid) do not survive a change of content, as with any write. */
export const MODE_BITS = 0o777
const DEFAULT_MODE = 0o666

export type Replacement = {
  path: string
  bytes: Buffer
  /** Null keeps the mode of the file that is replaced. */
  mode: number | null
  /** The file that is replaced, if there is one. */
  before: Stats | null
  key: string
  /** Missing folders are created inside this one only. */
  root: string
}

/**
 * Makes a new file take the place of another, atomically. If it throws, nothing has changed. Costs one sync, plus one for
 * each folder that it creates; the caller syncs the folder of the file.
 */
export function replaceFile(replacement: Replacement): true {
  const { path, key, root } = replacement
  const temp = tempFor(path, key)
  const created: string[] = []
  try {
    createFolders(dirname(path), root, created)
    rmSync(temp, { force: true })
    writeTemp(temp, replacement)
    renameSync(temp, path)
    return true
  } catch (error) {
    quietly(() => rmSync(temp, { force: true }))
    for (const folder of created.reverse()) quietly(() => rmdirSync(folder))
    throw error
  }
}

function writeTemp(temp: string, { bytes, mode, before }: Replacement): void {
  const wanted = mode ?? (before === null ? null : before.mode & MODE_BITS)
  const fd = openSync(temp, 'wx', wanted ?? DEFAULT_MODE)
  try {
    writeAll(fd, bytes, 0)
    if (before !== null) keepOwner(fd, before)
    if (wanted !== null) fchmodSync(fd, wanted)
    fdatasyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

function keepOwner(fd: number, before: Stats): void {
  const { uid, gid } = fstatSync(fd)
  if (uid !== before.uid || gid !== before.gid) fchownSync(fd, before.uid, before.gid)
}

/** Creates a folder with its parents, and adds those it created to `created`. */
function createFolders(folder: string, root: string, created: string[]): void {
  if (statOf(folder) !== null) return
  const parent = dirname(folder)
  createFolders(parent, root, created)
  if (!isInside(realpathSync(parent), realpathSync(root)))
    throw new Error(`the folder ${folder} does not exist, and folders are created only inside ${root}`)
  mkdirSync(folder)
  created.push(folder)
  syncDir(parent)
}

const isInside = (path: string, root: string): boolean => path === root || path.startsWith(join(root, '/'))

function quietly(act: () => void): void {
  try {
    act()
  } catch {
    // The error that led here says more.
  }
}
