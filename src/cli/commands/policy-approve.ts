import { closeHome, type Home } from '../../ledger/stores/files/home.ts'
import { openFiles } from '../../ledger/stores/files/open.ts'
import { renderChange } from '../../policy/approve.ts'
import type { Approval } from '../../policy/choose-policy.ts'
import { compactPins } from '../../policy/paths.ts'
import { type Command, EXIT } from '../command.ts'
import { requirePerson } from '../input/person.ts'
import { decisionOf } from '../input/who.ts'
import { approve, approvedBefore, readApprovable, renderApprovable, requireApproval } from '../policy/approval.ts'
import { compareCi } from '../policy/compare-ci.ts'
import { PROJECT_OPTION, rootOf, withContract } from '../policy/policy.ts'
import { json, printable } from '../screens/output.ts'
import { fill } from '../screens/width.ts'

export const policyApprove: Command = {
  name: 'policy approve',
  summary: 'approve the policy file on this machine (people only)',
  usage: '[--yes]',
  words: { min: 0, max: 0, names: '' },
  details: `Shows what changes, asks (what weakens the policy takes a typed word), and
keeps a copy that later edits to the file do not affect. Without --yes, it
then runs new tests with CI=1 and without, and says where the results differ.
Agents are refused with exit code 3.`,
  example: 'bailiff policy approve',
  options: { ...PROJECT_OPTION, yes: { help: 'do not ask; agents are still refused' } },
  async run(args, io) {
    await requirePerson(io, args, 'policy approve')
    const root = rootOf(args)
    const approvable = await readApprovable(root, args, io)
    if (typeof approvable === 'number') return approvable
    const { before, parsed, changes, source } = approvable
    if (!args.json) io.out(await renderApprovable(approvable))
    const confirmed = await requireApproval(approvable, args, io, 'policy approve')
    const approval = withNewHome(args.home, (home) =>
      approve(home, root, approvable, decisionOf(home, io, confirmed), io),
    )
    io.out(
      args.json
        ? json({ ok: true, ...approval, changes: changes.map(renderChange) })
        : done(approval, withContract(source)),
    )
    // With --yes the caller may be a script, so nobody would read the comparison.
    if (confirmed === 'typed') await compareCi(root, approvedBefore(before), parsed.compiled.policy, io)
    return EXIT.fine
  },
}

/** The first approval on a machine may come before there is a ledger. */
function withNewHome<Result>(dir: string, act: (home: Home) => Result): Result {
  const home = openFiles(dir)
  try {
    return act(home)
  } finally {
    closeHome(home)
  }
}

/** Maximum number of missing pins to name. */
const MAX_LOST = 3

function done({ project, source, pinned }: Approval, more: string): string {
  const lost = compactPins(Object.keys(pinned).filter((pin) => pinned[pin] === null))
  const others = lost.length > MAX_LOST ? ` and ${lost.length - MAX_LOST} more` : ''
  const names = printable(lost.slice(0, MAX_LOST).join(', '))
  const note =
    lost.length === 0 ? '' : fill(`Pinned, but not there now: ${names}${others}. Creating one requires a new approval.`)
  return `Approved for ${printable(project)}${more}\n  sha256 ${source}\n${note}`
}
