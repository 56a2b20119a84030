import { type Dir, opendirSync } from 'node:fs'
import { pathOf, textOf } from '../names.ts'
import { PASSED_OVER } from '../passed-over.ts'
import { UnfinishedError } from '../unfinished.ts'
import type { Budget } from './budget.ts'
import { isFolder, kindOf, statOf } from './content.ts'
import { isUsable, MAX_BEHIND_BYTES } from './links.ts'

/** More files than most projects have, and still quick to list. */
const MAX_BEHIND = 5000

/** File names below a folder, relative to it, and the names of the skipped folders. */
export type Behind = { names: string[]; passedOver: string[] }

/**
 * Lists the files in a symlink's target folder. Git's ignore rules do not apply: the author of the symlink could have
 * written them. Symlinks inside are listed but not followed. Returns null if the folder exceeds the limits for symlinks.
 */
export function listBehind(top: string, isElsewhere: (path: string) => boolean, budget: Budget): Behind | null {
  const found: Behind = { names: [], passedOver: [] }
  let [count, bytes] = [0, 0]
  for (const { name, is, size } of walk(top, isElsewhere, budget)) {
    count++
    bytes += size
    if (count > MAX_BEHIND || bytes > MAX_BEHIND_BYTES) return null
    if (is === 'file') found.names.push(name)
    if (is === 'passed-over') found.passedOver.push(name)
  }
  return found
}

function* walk(
  top: string,
  isElsewhere: (path: string) => boolean,
  budget: Budget,
): Generator<FolderItem & { name: string }> {
  const open = ['']
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    budget.remainingMs()
    for (const entry of entriesOf(`${top}/${folder}`)) {
      const name = folder + entry
      const seen = isElsewhere(`${top}/${name}`) ? NOTHING : lookAt(`${top}/${folder}`, entry)
      if (seen.is === 'folder') open.push(`${name}/`)
      yield { name, ...seen }
    }
  }
}

type FolderItem = { is: 'file' | 'folder' | 'passed-over' | 'nothing'; size: number }

const NOTHING: FolderItem = { is: 'nothing', size: 0 }

function lookAt(folder: string, entry: string): FolderItem {
  const path = folder + entry
  const stat = statOf(path)
  if (stat === null) return NOTHING
  if (isFolder(stat)) {
    if (PASSED_OVER.has(entry)) return { is: 'passed-over', size: 0 }
    return isUsable(path, stat) ? { is: 'folder', size: 0 } : NOTHING
  }
  const kind = kindOf(stat)
  const counts = kind === 'link' || (kind !== null && isUsable(path, stat))
  return counts ? { is: 'file', size: stat.size } : NOTHING
}

/** Reads one entry at a time: a folder may have millions, and a few thousand are enough to hit the limit. */
function* entriesOf(path: string): Generator<string> {
  const dir = openFolder(path)
  if (dir === null) return
  try {
    for (let entry = dir.readSync(); entry !== null; entry = dir.readSync()) yield entry.name
  } finally {
    dir.closeSync()
  }
}

function openFolder(path: string): Dir | null {
  try {
    return opendirSync(pathOf(path), { encoding: 'latin1' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new UnfinishedError('unreadable', `${textOf(path)} cannot be listed (${code}).`, textOf(path))
  }
}
