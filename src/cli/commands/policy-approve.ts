import { join } from 'node:path'
import { closeHome } from '../../ledger/stores/files/home.ts'
import { openFiles } from '../../ledger/stores/files/open.ts'
import { renderChange } from '../../policy/approve.ts'
import type { ActivePolicy, Approval } from '../../policy/choose-policy.ts'
import type { Change } from '../../policy/diff.ts'
import type { Policy } from '../../policy/policy.ts'
import { approvePolicy } from '../../policy/stores/approve.ts'
import { loadActivePolicy } from '../../policy/stores/load-active-policy.ts'
import { type Command, EXIT } from '../command.ts'
import { requireConfirmation, requirePerson } from '../input/person.ts'
import { compareCi } from '../policy/compare-ci.ts'
import {
  changesFrom,
  listed,
  meaningOf,
  openIfThere,
  PROJECT_OPTION,
  parseInProject,
  refuseInvalid,
  requireSource,
  rootOf,
  withContract,
} from '../policy/policy.ts'
import { json, plural, printable } from '../screens/output.ts'

export const policyApprove: Command = {
  name: 'policy approve',
  summary: 'approve the policy file on this machine (people only)',
  usage: '[--yes]',
  words: { min: 0, max: 0, names: '' },
  details: `Shows what changes, asks, and keeps a copy that later edits to the file do not
affect. Without --yes, it then runs new tests with CI=1 and without, and says
where the results differ. Agents are refused with exit code 3.`,
  example: 'bailiff policy approve',
  options: { ...PROJECT_OPTION, yes: { help: 'do not ask; agents are still refused' } },
  async run(args, io) {
    await requirePerson(io, args, 'policy approve')
    const root = rootOf(args)
    const source = requireSource(root)
    const parsed = await parseInProject(root, source)
    if (!parsed.ok) return refuseInvalid(parsed.code, join(root, parsed.file), parsed.problems, args, io)
    const before = loadActivePolicy(openIfThere(args.home), root, {}, 'ledger')
    const changes = await changesFrom(before.source === null ? null : before.policy, parsed.compiled.policy)
    if (!args.json) io.out(await preview(before, parsed.compiled.policy, changes, withContract(source)))
    const confirmed = await requireConfirmation(io, args, 'policy approve', 'approve')
    const approval = approve(args.home, (home) =>
      approvePolicy(
        home,
        root,
        { source, sourceSha256: parsed.sourceSha256, compiled: parsed.compiled },
        { changes, confirmed },
      ),
    )
    io.out(
      args.json
        ? json({ ok: true, ...approval, changes: changes.map(renderChange) })
        : done(approval, withContract(source)),
    )
    // With --yes the caller may be a script, so nobody would read the comparison.
    if (confirmed === 'typed')
      await compareCi(root, before.source === null ? null : before.policy, parsed.compiled.policy, io)
    return EXIT.fine
  },
}

function approve(dir: string, act: (home: ReturnType<typeof openFiles>) => Approval): Approval {
  const home = openFiles(dir)
  try {
    return act(home)
  } finally {
    closeHome(home)
  }
}

/** At the first approval everything is new, so the meaning says more than the changes. */
async function preview(
  before: ActivePolicy,
  policy: Policy,
  changes: readonly Change[],
  more: string,
): Promise<string> {
  const lines = before.source === null ? await meaningOf(policy) : changes.map(renderChange)
  const title =
    before.source === null
      ? `No policy is approved here yet. This policy${more} means:`
      : `${plural(changes.length, 'change')} compared with the approved policy:`
  return `${title}\n${lines.map(listed).join('')}`
}

/** Maximum number of missing pins to name. */
const MAX_LOST = 3

function done({ project, source, pinned }: Approval, more: string): string {
  const lost = Object.keys(pinned).filter((pin) => pinned[pin] === null)
  const others = lost.length > MAX_LOST ? ` and ${lost.length - MAX_LOST} more` : ''
  const names = printable(lost.slice(0, MAX_LOST).join(', '))
  const note =
    lost.length === 0 ? '' : `Pinned, but not there now: ${names}${others}. Creating one requires a new approval.\n`
  return `Approved for ${printable(project)}${more}\n  sha256 ${source}\n${note}`
}
