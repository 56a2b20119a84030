import { isExactly } from '../policy/glob.ts'
import type { Check, Listing } from './checks.ts'
import { moduleFolders } from './go.ts'
import { workspacesOf } from './node.ts'

/** The folders of a project's packages besides its root, as globs: the workspaces that it declares, and where its checks run. */
export function packagesIn(listing: Listing, checks: readonly Check[]): string[] {
  const declared = [
    ...workspacesOf(listing, ''),
    ...['Cargo.toml', 'pyproject.toml'].flatMap((file) => membersIn(listing.read(file) ?? '')),
    ...moduleFolders(listing, ''),
  ].map((glob) => glob.replace(/^\.\//, '').replace(/\/+$/, ''))
  const folders = [...checks.map(({ cwd }) => cwd), ...declared.flatMap((glob) => foldersOf(listing, glob))]
  return joined([...new Set(folders)].filter((folder) => PLAIN.test(folder))).slice(0, MAX_PACKAGES)
}

const MAX_PACKAGES = 50

/** A folder with more packages than this holds nothing else. */
const MAX_LISTED = 8

/** One glob for all packages of a folder that has many. */
function joined(folders: readonly string[]): string[] {
  const parentOf = (folder: string): string => folder.replace(/\/?[^/]+$/, '')
  const isMany = (parent: string): boolean =>
    parent !== '' && folders.filter((folder) => parentOf(folder) === parent).length > MAX_LISTED
  return [...new Set(folders.map((folder) => (isMany(parentOf(folder)) ? `${parentOf(folder)}/*` : folder)))]
}

/** Below the root, and without signs that mean something else in a policy. */
const PLAIN = /^(?!\.)[\w@.*-]+(?:\/(?!\.)[\w@.*-]+)*$/

/** The members of a workspace of Cargo or uv. */
function membersIn(toml: string): string[] {
  const [, list = ''] = /^\[(?:tool\.uv\.)?workspace\][^[]*\bmembers\s*=\s*\[([^\]]*)\]/m.exec(toml) ?? []
  return [...list.matchAll(/["']([^"']+)["']/g)].map(([, glob = '']) => glob)
}

/** A glob of one folder, or of all folders in one, stays: it fits packages to come. Of any other, only packages that are there count. */
function foldersOf({ files }: Listing, glob: string): string[] {
  if (/^[^*]+(?:\/\*)?$/.test(glob)) return [glob]
  return files.flatMap((file) => {
    const [, folder = ''] = /^(.+)\/(?:package\.json|Cargo\.toml|pyproject\.toml)$/.exec(file) ?? []
    return isExactly(folder, glob) ? [folder] : []
  })
}
