import { lstatSync, readlinkSync } from 'node:fs'

/** Where a path really leads, and whether anything is there. */
export type Real = { path: string; exists: boolean }

/** More links one behind another than any system follows. */
const MAX_LINKS = 40

/** So many names are looked up for one event. */
const MAX_LOOKUPS = 2_000

/**
 * Finds out what is behind the names of paths, also of those that are not there yet. Every name is looked up once, and
 * without throwing: the system's own function throws for each name that is missing, which took longer than all else here.
 */
export class RealPaths {
  readonly #known = new Map<string, Real>([['/', { path: '/', exists: true }]])
  #lookups = 0

  /** An absolute path without `.` and `..`. */
  of(path: string, links = 0): Real {
    const known = this.#known.get(path)
    if (known !== undefined) return known
    const at = path.lastIndexOf('/')
    const parent = this.of(at <= 0 ? '/' : path.slice(0, at), links)
    const here = `${parent.path === '/' ? '' : parent.path}/${path.slice(at + 1)}`
    const real =
      parent.exists && links < MAX_LINKS ? this.#look(here, parent.path, links) : { path: here, exists: false }
    this.#known.set(path, real)
    return real
  }

  #look(path: string, parent: string, links: number): Real {
    if (++this.#lookups > MAX_LOOKUPS) return { path, exists: false }
    try {
      const stat = lstatSync(path, { throwIfNoEntry: false })
      if (!stat?.isSymbolicLink()) return { path, exists: stat !== undefined }
      return this.of(normal(readlinkSync(path), parent), links + 1)
    } catch {
      return { path, exists: false }
    }
  }
}

function normal(target: string, folder: string): string {
  const names: string[] = []
  for (const name of (target.startsWith('/') ? target : `${folder}/${target}`).split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return `/${names.join('/')}`
}
