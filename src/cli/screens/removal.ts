import { relative } from 'node:path'
import type { Left, Removal, Uninstall } from '../../hosts/install/uninstall.ts'
import { findHost } from '../../hosts/registry.ts'
import type { Staying, WrittenPolicy } from '../policy/policy-file.ts'
import { printable, table } from './output.ts'
import { fill } from './width.ts'

/** The screen before hooks are removed. */

/** A planned removal: the files, and whether it will be done or is a dry run. */
export type Removing = Uninstall & { policies: readonly WrittenPolicy[]; reach: Reach; mood: 'will' | 'would' }

/** All projects, one of them, or only the settings of one scope. */
type Reach = 'all-projects' | 'one-project' | 'one-scope'

/** Every file that changes and how, and every file that stays and why. */
export function renderRemoving(removing: Removing): string {
  const { removals, left, policies, reach, mood } = removing
  const changed = removals.filter(({ kind }) => kind !== 'untouched')
  const files: OneFile[] = [
    ...changed.map((one) => ({ folder: folderOf(one), path: one.path, what: `${mood} ${fate(one)}` })),
    ...policies
      .filter(({ stays }) => stays === null)
      .map(({ root, path }) => ({ folder: root, path, what: `${mood} be removed: init wrote it` })),
  ]
  const title = {
    'all-projects': 'In all projects (for only one: --project <dir>):\n',
    'one-project': '',
    'one-scope': 'In the settings of this scope:\n',
  }[reach]
  const groups = projectsIn(removing).map((folder, i, all) => {
    const number = reach === 'all-projects' && all.length > 1 ? `${i + 1}. ` : ''
    return `${number}${printable(folder)}\n${rowsOf(files, folder)}`
  })
  const own = files.some(({ folder }) => folder === null)
    ? [`Your own settings, for all projects\n${rowsOf(files, null)}`]
    : []
  const found = files.length === 0 ? nothing(removing) : `${title}${[...groups, ...own].join('')}${movedNotes(changed)}`
  return `${found}${leftLines(left)}${policyLines(policies)}`
}

/** A file that changes; `folder` is its project, or null for a person's own settings. */
type OneFile = { folder: string | null; path: string; what: string }

const folderOf = ({ scope, project }: Removal): string | null => (scope === 'user' ? null : project)

/** The projects in which something changes, as the screen numbers them. */
export const projectsIn = ({ removals, policies }: Pick<Removing, 'removals' | 'policies'>): string[] =>
  [
    ...new Set([
      ...removals.filter(({ kind }) => kind !== 'untouched').flatMap((one) => folderOf(one) ?? []),
      ...policies.filter(({ stays }) => stays === null).map(({ root }) => root),
    ]),
  ].sort()

const rowsOf = (files: readonly OneFile[], group: string | null): string =>
  table(
    files
      .filter(({ folder }) => folder === group)
      .map(({ folder, path, what }) => [`    ${printable(folder === null ? path : relative(folder, path))}`, what]),
  )

const nothing = ({ left }: Removing): string =>
  left.length === 0 ? 'Found no Bailiff hooks.\n' : 'Found no Bailiff hooks that can be removed.\n'

function fate({ kind, after }: Removal): string {
  if (after === null) return 'be removed: init created it'
  return kind === 'restored'
    ? 'be restored to its original content'
    : 'lose only the Bailiff hooks: it has changed since'
}

const movedNotes = (removals: readonly Removal[]): string =>
  removals
    .filter(({ host, moved }) => findHost(host).approvals !== undefined && moved.length > 0)
    .map(({ host, path, moved }) =>
      fill(
        `In ${printable(path)} other hooks move up (${moved.join(', ')}). ${findHost(host).install.title} will ask you to approve them again.`,
        '  ',
      ),
    )
    .join('')

/** A path, and below it what happens to it: both rarely fit on one line. */
const fileLines = (path: string, what: string): string => `  ${printable(path)}\n${fill(what, '    ')}`

/** Hooks that could not be removed. */
export const leftLines = (left: readonly Left[]): string =>
  left.length === 0
    ? ''
    : `Not changed, still with Bailiff hooks:\n${left.map(({ path, code, why }) => fileLines(path, `${printable(why)} [${code}]`)).join('')}`

const STAYS: { [reason in Staying]: string } = {
  changed: 'changed since init wrote it',
  'in-git': 'committed to git, so others may rely on it',
  'no-git': 'cannot tell whether it is committed to git. Delete it if it is not needed',
  unusable: 'cannot be read or removed',
}

function policyLines(policies: readonly WrittenPolicy[]): string {
  const rows = policies.flatMap(({ path, stays }) => (stays === null ? [] : [fileLines(path, STAYS[stays])]))
  return rows.length === 0 ? '' : `Policies that are kept:\n${rows.join('')}`
}
