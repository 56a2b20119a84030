import { join } from 'node:path'
import { renderChange } from '../../policy/approve.ts'
import type { Change } from '../../policy/diff.ts'
import { loadActivePolicy } from '../../policy/stores/load-active-policy.ts'
import { type Command, EXIT } from '../command.ts'
import {
  changesFrom,
  listed,
  openIfThere,
  PROJECT_OPTION,
  parseSource,
  refuseInvalid,
  requireSource,
  rootOf,
} from '../policy/policy.ts'
import { json, plural } from '../screens/output.ts'

const renderChanges = (changes: readonly Change[]): string =>
  [
    `${plural(changes.length, 'change')} compared with the active policy:`,
    ...changes.map((one) => listed(renderChange(one)).trimEnd()),
    'Changes take effect once a person approves them: bailiff policy approve',
    '',
  ].join('\n')

export const policyDiff: Command = {
  name: 'policy diff',
  summary: 'show what the policy file would change once approved',
  usage: '[options]',
  words: { min: 0, max: 0, names: '' },
  details: `Compares meanings with the active policy: layout, key order and short forms make
no difference. A change that asks less of the agent is marked as weaker, as far
as Bailiff can tell. The exit code is 0 whether or not there are changes; --json
lists them.`,
  example: 'bailiff policy diff',
  options: PROJECT_OPTION,
  async run(args, io) {
    const root = rootOf(args)
    const source = requireSource(root)
    const parsed = await parseSource(source)
    if (!parsed.ok) return refuseInvalid(parsed.code, join(root, parsed.file), parsed.problems, args, io)
    const before = loadActivePolicy(openIfThere(args.home), root, {}, 'ledger')
    const changes = await changesFrom(before.policy, parsed.compiled.policy)
    if (args.json) io.out(json({ ok: true, against: before.why, changes }))
    else if (changes.length === 0) io.out('The policy file means the same as the active policy.\n')
    else io.out(renderChanges(changes))
    return EXIT.fine
  },
}
