import { rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { HOST_HOOKS } from '../../hosts/install/hosts.ts'
import { planUninstall, type Removal, uninstall as remove, uninstallUnrecorded } from '../../hosts/install/uninstall.ts'
import { fileSize } from '../../ledger/stores/files/disk.ts'
import { currentKeyPath, DIRS } from '../../ledger/stores/files/layout.ts'
import { POLICY_FILE } from '../../policy/project.ts'
import { type Args, type Command, EXIT, type Io } from '../command.ts'
import { confirm } from '../confirm.ts'
import { withHome } from '../home.ts'
import { json } from '../output.ts'
import { requirePerson } from '../person.ts'
import { policiesWritten, removePolicy } from '../policy-file.ts'
import { renderRemovals } from '../screens.ts'
import { namedHosts, placeOf, scopeOf, TARGET_OPTIONS } from '../targets.ts'

export const uninstall: Command = {
  name: 'uninstall',
  summary: 'take the hooks out again; the evidence stays',
  usage: '[--host <names>] [--scope local|user|project] [--evidence] [--dry-run] [--yes]',
  words: { min: 0, max: 0, names: '' },
  details: `Settings that nobody else has changed since get their bytes back, and files that were not there
before are removed; from others only our own hooks leave. Without --scope every installation goes,
in whatever project, and policies that init wrote where nobody changed or committed them. Codex and Gemini CLI read their settings when they start: sessions that are
running keep their hooks to their end.`,
  example: 'bailiff uninstall --dry-run',
  options: {
    ...TARGET_OPTIONS,
    evidence: { help: 'also delete everything that was recorded, and its keys; cannot be undone' },
    'dry-run': { help: 'say what would be removed, and remove nothing' },
    yes: { help: 'do not ask' },
  },
  async run(args, io) {
    if (!args.has('dry-run')) await requirePerson(io, args, 'uninstall')
    const place = placeOf(io)
    const wanted = { hosts: namedHosts(args) ?? HOST_HOOKS.map(({ host }) => host), scope: scopeOf(args) }
    const planned = planUninstall(args.home, place, wanted)
    const isAll = args.get('host') === undefined && wanted.scope === null && hasLedger(args.home)
    const policies = isAll ? await withHome(args.home, policiesWritten) : []
    if (!args.json)
      io.out(
        renderRemovals(
          planned,
          policies.map(({ root }) => `${root}/${POLICY_FILE}`),
        ),
      )
    if (args.has('dry-run')) return said(planned, args, io)
    if (isNothing(planned) && policies.length === 0 && !args.has('evidence')) return said(planned, args, io)
    const question = args.has('evidence') ? `Do this, and delete all evidence in ${args.home}?` : 'Do this?'
    if (!(await confirm(args, io, question))) return EXIT.refused
    const removals = hasLedger(args.home)
      ? await withHome(args.home, (home) => remove(home, place, wanted))
      : uninstallUnrecorded(args.home, place, wanted)
    for (const policy of policies) removePolicy(policy)
    if (args.has('evidence')) removeEvidence(args.home)
    return said(removals, args, io)
  },
}

const hasLedger = (home: string): boolean => fileSize(currentKeyPath(home)) !== null

const isNothing = (removals: readonly Removal[]): boolean => removals.every(({ kind }) => kind === 'untouched')

function said(removals: readonly Removal[], args: Args, io: Io) {
  const isDone = !args.has('dry-run')
  const files = removals.map(({ host, scope, part, path, kind }) => ({ host, scope, part, path, kind }))
  if (args.json) io.out(json({ ok: true, dryRun: !isDone, files }))
  else if (isDone && args.has('evidence')) io.out(`Removed, with everything in ${args.home}.\n`)
  else if (isDone && !isNothing(removals)) io.out(`Removed. What was recorded is still in ${args.home}.\n`)
  return EXIT.fine
}

/** What is ours in a state directory, and the directory itself if nothing else is in it. */
function removeEvidence(home: string): void {
  for (const name of [...DIRS, 'bin', 'backup', 'policy', 'open', 'paused'])
    rmSync(join(home, name), { recursive: true, force: true })
  try {
    rmdirSync(home)
  } catch {
    // Somebody keeps something else in it, or it was never there.
  }
}
