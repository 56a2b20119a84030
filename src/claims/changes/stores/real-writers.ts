import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Writer } from '../writers.ts'

/**
 * Adds the real paths of the files that calls name, so that a file counts as written under each of its names. A call that named
 * a file outside the project, or one with hard links, may have written any file that changed while it ran.
 */
export function realWriters(writers: readonly Writer[], root: string): Writer[] {
  const known = new Map<string, string>()
  return writers.map((writer) => {
    const real = writer.named.map((path) => realPath(path, known))
    const named = [...new Set([...writer.named, ...real])]
    return { ...writer, named, ran: writer.ran ?? (real.some((path) => mayBeAnother(path, root)) ? writer.at : null) }
  })
}

const mayBeAnother = (path: string, root: string): boolean =>
  (path !== root && !path.startsWith(`${root}/`)) || linksTo(path) > 1

function linksTo(path: string): number {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isFile() ? stat.nlink : 1
}

/** The path without symlinks; of a path that does not exist, its deepest folder that does. */
function realPath(path: string, known: Map<string, string>): string {
  const found = known.get(path) ?? resolved(path) ?? parentOf(path, known)
  known.set(path, found)
  return found
}

const parentOf = (path: string, known: Map<string, string>): string =>
  dirname(path) === path ? path : join(realPath(dirname(path), known), basename(path))

function resolved(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}
