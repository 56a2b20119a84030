import type { Path } from '../shell/paths.ts'
import type { CheckedCall } from './call.ts'
import { isWithin } from './protection/place.ts'

/** Location of a path: in a folder that calls may change, in a temporary one, outside both, or unknown. */
export type Location = 'inside' | 'temporary' | 'outside' | 'unknown'

type Around = Pick<CheckedCall, 'world' | 'project' | 'policy' | 'real'>

const TEMPORARY = [
  '/tmp',
  '/var/tmp',
  '/private/tmp',
  '/var/folders',
  '/dev/shm',
  '/run/user',
  '/var/cache',
  '/var/lib/apt/lists',
]
/** Cache folders below the home directory that programs can recreate. */
const CACHES = [
  '.cache',
  '.npm',
  '.pnpm-store',
  '.yarn',
  '.cargo/registry',
  'Library/Caches',
  'go/pkg',
  '.gradle/caches',
  '.m2',
]
const STREAMS = /^\/dev\/(?:null|zero|stdin|stdout|stderr|tty|full|fd\/\d+|tcp\/.*|udp\/.*|pts\/\d+)$/

/** Resolves a folder from a policy: relative to the project, below the home directory, or absolute. */
function absolute(folder: string, { world, project }: Around): string | null {
  if (folder.startsWith('/')) return folder
  if (folder.startsWith('~/')) return world.home === null ? null : `${world.home}/${folder.slice(2)}`
  const base = project ?? world.start
  if (base === null) return null
  if (folder === '.') return base
  return `${base}/${folder.startsWith('./') ? folder.slice(2) : folder}`
}

/** The folder that certainly contains a path; null if its beginning is unknown. */
export function folderOf(path: Path): string | null {
  if (path.text !== null) return path.text
  const folder = path.folder
  return folder !== '' ? folder : path.pattern.startsWith('/') ? '/' : null
}

export function whereIs(path: Path, around: Around): Location {
  const folder = folderOf(path)
  if (folder === null || !folder.startsWith('/')) return 'unknown'
  const real = around.real.get(folder) ?? folder
  if (isInside(real, around) && isInside(folder, around)) return 'inside'
  return isTemporary(real, around) ? 'temporary' : 'outside'
}

const isInside = (path: string, around: Around): boolean =>
  around.policy.roots.some((root) => {
    const folder = absolute(root, around)
    return folder !== null && isWithin(path, folder)
  })

function isTemporary(path: string, { world }: Around): boolean {
  const own = world.variables['TMPDIR']
  const isIn = (folder: string): boolean => isWithin(path, folder)
  return (
    TEMPORARY.some(isIn) ||
    (own !== undefined && own !== '' && isIn(own.endsWith('/') ? own.slice(0, -1) : own)) ||
    (world.home !== null &&
      path.startsWith(`${world.home}/`) &&
      CACHES.some((name) => isIn(`${world.home}/${name}`))) ||
    (path.startsWith('/dev/') && STREAMS.test(path))
  )
}

/** True if a path is a whole temporary folder. */
export const isTemporaryRoot = (path: string): boolean => TEMPORARY.includes(path)

/** The path relative to the project folder; null for the folder itself and for paths elsewhere. */
export function inProject(path: string, { project, world }: Around): string | null {
  const base = project ?? world.start
  return base !== null && path !== base && isWithin(path, base) ? path.slice(base === '/' ? 1 : base.length + 1) : null
}

/** True if a path may be read under a policy that lists readable folders. */
export function isReadable(path: string, around: Around): boolean {
  const roots = [...around.policy.readRoots, ...around.policy.roots]
  const isIn = (root: string): boolean => {
    const folder = absolute(root, around)
    return folder !== null && isWithin(path, folder)
  }
  return roots.some(isIn) || isTemporary(path, around)
}
