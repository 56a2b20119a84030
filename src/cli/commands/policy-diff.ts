import { join } from 'node:path'
import { changesFrom, renderChange } from '../../policy/approve.ts'
import { rulingPolicy } from '../../policy/stores/ruling.ts'
import { type Command, EXIT } from '../command.ts'
import { json, printable } from '../output.ts'
import { openIfThere, PROJECT_OPTION, parseSource, refuseInvalid, requireSource, rootOf } from '../policy.ts'

export const policyDiff: Command = {
  name: 'policy diff',
  summary: 'show what the policy file would change, by meaning, once approved',
  usage: '[options]',
  words: { min: 0, max: 0, names: '' },
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
    else io.out(changes.map((one) => `  ${printable(renderChange(one))}\n`).join(''))
    return EXIT.fine
  },
}
