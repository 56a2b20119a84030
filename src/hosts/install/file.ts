import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { syncDir, writeAll } from '../../ledger/stores/files/disk.ts'
import { InstallError } from './errors.ts'

/** A settings file: its path, its path with symlinks resolved, and its content, which is null if there is no file. */
export type SettingsFile = { path: string; target: string; bytes: Buffer | null }

/** Real settings are never larger. */
const MAX_BYTES = 64 << 20

/** Reads settings. Throws for files that could not be restored: special files and broken symlinks. */
export function readSettings(path: string): SettingsFile {
  return using(path, () => {
    const link = lstatSync(path, { throwIfNoEntry: false })
    if (link === undefined) return { path, target: join(realFolder(dirname(path)), baseOf(path)), bytes: null }
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) throw unusable(path, 'it is a broken symlink')
    if (!stat.isFile()) throw unusable(path, 'it is not a regular file')
    if (stat.size > MAX_BYTES) throw unusable(path, `it is larger than ${MAX_BYTES >> 20} MiB`)
    return { path, target: realpathSync(path), bytes: readFileSync(path) }
  })
}

const baseOf = (path: string): string => path.slice(dirname(path).length + 1)

/** The real path of a folder that may not exist yet. */
function realFolder(dir: string): string {
  if (existsSync(dir)) return realpathSync(dir)
  return join(realFolder(dirname(dir)), baseOf(dir))
}

/** The settings as text. Throws if they are not UTF-8: they could not be written back unchanged. */
export function textOf({ path, bytes }: SettingsFile): string {
  const text = bytes?.toString('utf8') ?? ''
  if (bytes !== null && !Buffer.from(text).equals(bytes))
    throw new InstallError('SETTINGS_BROKEN', `${path} is not UTF-8 text. It was not changed.`)
  return text
}

/** Throws if the owner has made the file read-only, even if we could still write to it. */
export function requireWritable({ path, target, bytes }: SettingsFile): void {
  const readOnly = (what: string): InstallError =>
    new InstallError(
      'SETTINGS_READ_ONLY',
      `${what} is read-only. It was not changed. To allow changes: chmod u+w ${what}`,
    )
  if (bytes !== null && ((statSync(target).mode & 0o222) === 0 || !isWritable(target))) throw readOnly(path)
  const folder = nearestFolder(dirname(target))
  if (!isWritable(folder)) throw readOnly(folder)
}

const nearestFolder = (dir: string): string => (existsSync(dir) ? dir : nearestFolder(dirname(dir)))

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Writes settings atomically. Throws if the file has changed since it was read. */
export function writeSettings(file: SettingsFile, bytes: Buffer, mode = 0o644): void {
  using(file.path, () => {
    requireUnchanged(file)
    requireWritable(file)
    const { target } = file
    mkdirSync(dirname(target), { recursive: true })
    const temp = join(dirname(target), `.bailiff-${randomBytes(6).toString('hex')}`)
    try {
      writeTemp(temp, bytes, file.bytes === null ? mode : target)
      renameSync(temp, target)
      syncDir(dirname(target))
    } catch (error) {
      if (existsSync(temp)) unlinkSync(temp)
      throw error
    }
  })
}

/** Writes a temporary file with a mode, or with the mode and owner of the file it will replace. */
function writeTemp(temp: string, bytes: Buffer, like: string | number): void {
  const fd = openSync(temp, 'wx', typeof like === 'number' ? like : 0o644)
  try {
    writeAll(fd, bytes, 0)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  if (typeof like === 'number') return
  const { mode, uid, gid } = statSync(like)
  chmodSync(temp, mode & 0o7777)
  if (process.getuid?.() === 0) chownSync(temp, uid, gid)
}

function requireUnchanged({ path, bytes }: SettingsFile): void {
  const now = readSettings(path).bytes
  const isSame = now === null || bytes === null ? now === bytes : now.equals(bytes)
  if (!isSame)
    throw new InstallError('SETTINGS_CHANGED', `${path} changed while Bailiff was updating it. Run the command again.`)
}

/** Removes a settings file that we created, and the folders created for it if they are empty. */
export function removeSettings(file: SettingsFile, folders: readonly string[]): void {
  using(file.path, () => {
    requireUnchanged(file)
    requireWritable(file)
    unlinkSync(file.target)
    removeFolders(folders)
  })
}

/** Removes empty folders, the deepest first. */
export function removeFolders(folders: readonly string[]): void {
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder)
    } catch {
      // It is not empty.
    }
  }
}

/** The parent folders that do not exist yet. */
export function missingFolders(target: string): string[] {
  const dir = dirname(target)
  return existsSync(dir) ? [] : [...missingFolders(dir), dir]
}

const unusable = (path: string, why: string, cause?: unknown): InstallError =>
  new InstallError('SETTINGS_UNUSABLE', `Cannot use ${path}: ${why}.`, { cause })

/** Turns a system error into one that names the file. */
function using<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (typeof syscall !== 'string') throw error
    if (code === 'EROFS')
      throw new InstallError('SETTINGS_READ_ONLY', `${path} is on a read-only file system.`, { cause: error })
    throw unusable(path, `${syscall} failed with ${code}`, error)
  }
}
