import { type Args, EXIT, type Exit, type Io } from '../command.ts'
import { json, plural } from '../screens/output.ts'
import { findingLines, nameOf, readBundle, refuseBundle } from './bundle-file.ts'

/** Implements `bailiff controller lint`. */
export function lintBundleFile(args: Args, io: Io): Exit {
  const read = readBundle(args.words[0] ?? '', io.cwd)
  if (!read.ok) return refuseBundle(read.path, read.findings, args, io)
  const { path, bundle, warnings } = read.file
  const { bundle_hash, agents, policy } = bundle
  const name = nameOf(read.file, undefined)
  if (args.json) {
    io.out(json({ ok: true, file: path, controller: name, bundle_hash, bundle, warnings }))
    return EXIT.fine
  }
  const effects = agents.flatMap(({ contract }) => contract.effects.map(({ target }) => target))
  const targets = effects.filter((target) => target.startsWith('resource:'))
  const approved = policy.approve.length === 0 ? 'none without a person' : policy.approve.join(', ')
  io.err(findingLines(path, warnings, 'warning: '))
  io.out(
    [
      `${path} is valid${warnings.length === 0 ? '' : `, with ${plural(warnings.length, 'warning')}`}.`,
      `  controller  ${name}`,
      `  hash        ${bundle_hash}`,
      `  changes     ${targets.join(', ') || 'no resources'}`,
      ...(targets.length === 0 ? [] : [`  approved    ${approved}`]),
      '',
    ].join('\n'),
  )
  return EXIT.fine
}
