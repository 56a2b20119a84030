import type { Left, Removal, Uninstall } from '../../hosts/install/uninstall.ts'
import type { Staying, WrittenPolicy } from '../policy/policy-file.ts'
import { printable, table } from './output.ts'

/** What is shown to a person before hooks are removed. */

/** What removing does: to which files, and whether a word about it is a promise or an answer to "what if". */
export type Removing = Uninstall & { policies: readonly WrittenPolicy[]; reach: Reach; mood: 'will' | 'would' }

/** Whether projects are meant that the person is not in. */
type Reach = 'all-projects' | 'one-scope'

/** Every file that changes and how, and every one that stays and why. */
export function renderRemoving(removing: Removing): string {
  const { removals, left, policies, reach, mood } = removing
  const changed = removals.filter(({ kind }) => kind !== 'untouched')
  const rows = [
    ...changed.map((one) => [`  ${printable(one.path)}`, `${mood} ${fate(one)}`]),
    ...policies
      .filter(({ stays }) => stays === null)
      .map(({ path }) => [`  ${printable(path)}`, `${mood} be removed: init wrote it, and nobody changed it`]),
  ]
  const title =
    reach === 'all-projects'
      ? 'In all projects, not only in this one (for this one alone: --scope local):\n'
      : 'In the settings of that scope:\n'
  const found = rows.length === 0 ? nothing(removing) : `${title}${table(rows)}${movedNotes(changed)}`
  return `${found}${leftLines(left)}${policyLines(policies)}`
}

const nothing = ({ left }: Removing): string =>
  left.length === 0 ? 'No hooks of ours were found.\n' : 'No hooks of ours were found that could be removed.\n'

function fate({ kind, after }: Removal): string {
  if (after === null) return 'be removed: it was not there before'
  return kind === 'restored'
    ? 'be as it was before'
    : 'lose our hooks and nothing else: somebody else has changed it since'
}

const movedNotes = (removals: readonly Removal[]): string =>
  removals
    .filter(({ host, moved }) => host === 'codex' && moved.length > 0)
    .map(
      ({ path, moved }) =>
        `  In ${printable(path)} hooks of others move up (${moved.join(', ')}): Codex asks you to approve them anew.\n`,
    )
    .join('')

/** Hooks that stay, though they should not. */
export const leftLines = (left: readonly Left[]): string =>
  left.length === 0
    ? ''
    : `Left as it is, with our hooks:\n${left.map(({ path, code, why }) => `  ${printable(path)}\n    ${printable(why)} [${code}]\n`).join('')}`

const STAYS: { [reason in Staying]: string } = {
  changed: 'somebody changed it since init wrote it',
  'in-git': 'git keeps it, so others may rely on it',
  'no-git': 'git does not say whether it keeps it. Delete it if nobody needs it',
  unusable: 'it cannot be read or removed',
}

function policyLines(policies: readonly WrittenPolicy[]): string {
  const rows = policies.flatMap(({ path, stays }) => (stays === null ? [] : [[`  ${printable(path)}`, STAYS[stays]]]))
  return rows.length === 0 ? '' : `Policies that stay:\n${table(rows)}`
}
