import { join } from 'node:path'
import { changesFrom, renderChange } from '../../policy/approve.ts'
import type { Change } from '../../policy/diff.ts'
import { rulingPolicy } from '../../policy/stores/ruling.ts'
import { type Command, EXIT } from '../command.ts'
import { openIfThere, PROJECT_OPTION, parseSource, refuseInvalid, requireSource, rootOf } from '../policy/policy.ts'
import { json, plural, printable } from '../screens/output.ts'

const renderChanges = (changes: readonly Change[]): string =>
  [
    `Against the policy that rules, ${plural(changes.length, 'change')}:`,
    ...changes.map((one) => `  ${printable(renderChange(one))}`),
    'None of it counts before a person approves it. Run: bailiff policy approve',
    '',
  ].join('\n')

export const policyDiff: Command = {
  name: 'policy diff',
  summary: 'show what the policy file would change, by meaning, once approved',
  usage: '[options]',
  words: { min: 0, max: 0, names: '' },
  details: `Against the policy that rules: layout, order of keys and short forms make no difference. A change that asks
less of the agent is called weaker, as far as that can be told. Ends with 0 whether or not something differs;
--json has the changes as a list.`,
  example: 'bailiff policy diff',
  options: PROJECT_OPTION,
  async run(args, io) {
    const root = rootOf(args)
    const source = requireSource(root)
    const parsed = await parseSource(source)
    if (!parsed.ok) return refuseInvalid(parsed.code, join(root, parsed.file), parsed.problems, args, io)
    const before = rulingPolicy(openIfThere(args.home), root, {}, 'ledger')
    const changes = changesFrom(before.policy, parsed.compiled.policy)
    if (args.json) io.out(json({ ok: true, against: before.why, changes }))
    else if (changes.length === 0) io.out('The policy file means the same as the policy that rules.\n')
    else io.out(renderChanges(changes))
    return EXIT.fine
  },
}
