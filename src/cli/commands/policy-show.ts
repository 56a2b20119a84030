import { fileSize } from '../../ledger/stores/files/disk.ts'
import { currentKeyPath } from '../../ledger/stores/files/layout.ts'
import type { ActivePolicy, PolicyOrigin } from '../../policy/choose-policy.ts'
import { loadActivePolicy } from '../../policy/stores/load-active-policy.ts'
import { type ReadSource, readSource } from '../../policy/stores/source.ts'
import { type Command, EXIT } from '../command.ts'
import { withHome } from '../input/home.ts'
import { listed, meaningOf, openIfThere, PROJECT_OPTION, rootOf, withContract } from '../policy/policy.ts'
import { colors, json, printable } from '../screens/output.ts'
import { pausedLine } from '../screens/pauses.ts'
import { fill } from '../screens/width.ts'

export const policyShow: Command = {
  name: 'policy show',
  summary: 'show the active policy, why it is active, what it means',
  usage: '[options]',
  words: { min: 0, max: 0, names: '' },
  details: `Exit codes: 0 shown; 2 the approved policy was tampered with and is not used.`,
  example: 'bailiff policy show',
  options: PROJECT_OPTION,
  async run(args, io) {
    const root = rootOf(args)
    if (fileSize(currentKeyPath(args.home)) !== null) {
      const { admitPolicy } = await import('../../policy/stores/admit.ts')
      await withHome(args.home, (home) => admitPolicy(home, root, io.env))
    }
    const home = openIfThere(args.home)
    const active = loadActivePolicy(home, root, io.env, 'ledger')
    const meaning = await meaningOf(active.policy)
    if (args.json) io.out(json({ ok: active.finding === null, ...active, meaning }))
    else io.out(`${pausedLine(home, io)}${heading(active, readSource(root))}\n${meaning.map(listed).join('')}`)
    if (active.notice !== null && !args.json)
      io.out(colors(io.color).yellow(fill(`${printable(active.notice)}${code(active)}`, '! ', '  ')))
    return active.finding === null ? EXIT.fine : EXIT.broken
  },
}

const WHY: { [kind in PolicyOrigin]: string } = {
  environment: 'its policy file, named by BAILIFF_POLICY_SHA256',
  signed: 'its policy file, signed by a trusted key',
  approved: 'its policy file, approved by a person',
  'approved-copy': 'the copy that a person approved, not its policy file',
  'built-in': 'the built-in policy of Bailiff',
}

function heading({ project, why, source }: ActivePolicy, read: ReadSource): string {
  const more = read.kind === 'read' && read.sha256 === source ? withContract(read) : ''
  return `Project: ${printable(project)}\nActive:  ${WHY[why]}${more}${source === null ? '' : `\n         sha256 ${source}`}\nIt means:`
}

const code = ({ finding }: ActivePolicy): string => (finding === null ? '' : ` [${finding}]`)
