import { lstatSync, readlinkSync } from 'node:fs'

/** A path with its symlinks resolved. */
export type Real = { path: string; exists: boolean }

/** No system follows a longer chain of symlinks. */
const MAX_LINKS = 40

/** Limit on lookups for one event. A command line has room for fewer names. */
const MAX_LOOKUPS = 20_000

/**
 * Resolves symlinks in paths, including paths that do not exist yet. Looks up each name once and without throwing: Node's
 * `realpath` throws for each missing name, which took longer than everything else here.
 */
export class RealPaths {
  readonly #known = new Map<string, Real>([['/', { path: '/', exists: true }]])
  #lookups = 0

  /** True if a path was not looked up because there were too many. */
  get isSpent(): boolean {
    return this.#lookups > MAX_LOOKUPS
  }

  /** Takes an absolute path without `.` and `..`. */
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
