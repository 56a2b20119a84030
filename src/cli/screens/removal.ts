import type { Left, Removal, Uninstall } from '../../hosts/install/uninstall.ts'
import { findHost } from '../../hosts/registry.ts'
import type { Staying, WrittenPolicy } from '../policy/policy-file.ts'
import { printable } from './output.ts'
import { fill } from './width.ts'

/** The screen before hooks are removed. */

/** A planned removal: the files, and whether it will be done or is a dry run. */
export type Removing = Uninstall & { policies: readonly WrittenPolicy[]; reach: Reach; mood: 'will' | 'would' }

/** All projects, or only the settings of one scope. */
type Reach = 'all-projects' | 'one-scope'

/** Every file that changes and how, and every file that stays and why. */
export function renderRemoving(removing: Removing): string {
  const { removals, left, policies, reach, mood } = removing
  const changed = removals.filter(({ kind }) => kind !== 'untouched')
  const rows = [
    ...changed.map((one) => fileLines(one.path, `${mood} ${fate(one)}`)),
    ...policies
      .filter(({ stays }) => stays === null)
      .map(({ path }) => fileLines(path, `${mood} be removed: init wrote it, and it is unchanged`)),
  ]
  const title =
    reach === 'all-projects'
      ? 'In all projects (use --scope local for this one only):\n'
      : 'In the settings of this scope:\n'
  const found = rows.length === 0 ? nothing(removing) : `${title}${rows.join('')}${movedNotes(changed)}`
  return `${found}${leftLines(left)}${policyLines(policies)}`
}

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
