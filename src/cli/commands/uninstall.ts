import { rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SettingsScope, Site } from '../../hosts/install/hooks.ts'
import {
  planUninstall,
  uninstall as remove,
  type Uninstall,
  uninstallUnrecorded,
} from '../../hosts/install/uninstall.ts'
import { HOSTS } from '../../hosts/registry.ts'
import { fileSize } from '../../ledger/stores/files/disk.ts'
import { currentKeyPath, DIRS } from '../../ledger/stores/files/layout.ts'
import { type Args, type Command, EXIT, type Exit, type Io } from '../command.ts'
import { requireConfirmation } from '../input/confirm.ts'
import { withHome } from '../input/home.ts'
import { requirePerson } from '../input/person.ts'
import { namedHosts, placeOf, scopeOf, TARGET_OPTIONS } from '../input/targets.ts'
import { decisionOf } from '../input/who.ts'
import { policiesWritten, removePolicy } from '../policy/policy-file.ts'
import { json, plural } from '../screens/output.ts'
import { leftLines, type Removing, renderRemoving } from '../screens/removal.ts'
import { fill } from '../screens/width.ts'

/** Hooks that a host's own plugin manager installed; only it can remove them. */
const pluginLines = (place: Site): string =>
  HOSTS.flatMap(({ install, plugin }) =>
    plugin === undefined || plugin.file(place) === null
      ? []
      : fill(`The ${install.title} plugin keeps its hooks. To remove it, run: ${plugin.remove}`),
  ).join('')

export const uninstall: Command = {
  name: 'uninstall',
  summary: 'remove the hooks from all projects; the evidence stays',
  usage: '[--host <names>] [--scope local|user|project] [--evidence] [--dry-run] [--yes]',
  words: { min: 0, max: 0, names: '' },
  details: `Without --scope: from every project in which "bailiff init" ran, and from your
own settings; with --scope local: from this project only.
Settings files that nobody else changed get their original bytes back, and files
that init created are removed. From other files only the hooks are removed. If a
file cannot be changed (it is read-only, for example), it is listed, the others
are still processed, and the exit code is 1 (HOOKS_LEFT).
Without --host and --scope, policies that init wrote are removed too, unless
they were changed or committed to git; those that are kept are listed.
Some agent programs read their settings only when they start: their running
sessions keep the hooks until they end.`,
  example: 'bailiff uninstall --dry-run',
  options: {
    ...TARGET_OPTIONS,
    evidence: { help: 'also delete everything recorded, and its keys; cannot be undone' },
    'dry-run': { help: 'show what would be removed; remove nothing' },
    yes: { help: 'do not ask' },
  },
  async run(args, io) {
    if (!args.has('dry-run')) await requirePerson(io, args, 'uninstall')
    const place = placeOf(io)
    const wanted = { hosts: namedHosts(args) ?? HOSTS.map(({ name }) => name), scope: scopeOf(args) }
    const planned = await removingOf(args, planUninstall(args.home, place, wanted), wanted.scope)
    if (!args.json) io.out(`${renderRemoving(planned)}${pluginLines(place)}`)
    if (args.has('dry-run') || (isNothing(planned) && !args.has('evidence'))) return said(planned, args, io)
    const word = isDeleting(planned, args) ? 'delete' : 'uninstall'
    const confirmed = await requireConfirmation(io, args, 'uninstall', word, meaningOf(planned, args))
    const done = hasLedger(args.home)
      ? await withHome(args.home, (home) => remove(home, place, wanted, decisionOf(home, io, confirmed)))
      : uninstallUnrecorded(args.home, place, wanted)
    for (const policy of planned.policies) if (policy.stays === null) removePolicy(policy)
    // Hooks that stay need the program and the key they name.
    if (args.has('evidence') && done.left.length === 0) removeEvidence(args.home)
    // Files that failed only now have not been listed yet.
    if (!args.json) io.out(leftLines(done.left.slice(planned.left.length)))
    return said({ ...planned, ...done }, args, io)
  },
}

const hasLedger = (home: string): boolean => fileSize(currentKeyPath(home)) !== null

async function removingOf(args: Args, planned: Uninstall, scope: SettingsScope | null): Promise<Removing> {
  const isAll = args.get('host') === undefined && scope === null && hasLedger(args.home)
  return {
    ...planned,
    policies: isAll ? await withHome(args.home, policiesWritten) : [],
    reach: scope === null ? 'all-projects' : 'one-scope',
    mood: args.has('dry-run') ? 'would' : 'will',
  }
}

const isNothing = ({ removals, policies }: Removing): boolean =>
  removals.every(({ kind }) => kind === 'untouched') && policies.every(({ stays }) => stays !== null)

const isDeleting = ({ left }: Removing, args: Args): boolean => args.has('evidence') && left.length === 0

function meaningOf(planned: Removing, args: Args): string {
  const evidence = isDeleting(planned, args) ? ` All evidence in ${args.home} is deleted.` : ''
  return fill(
    `Agents ${planned.reach === 'all-projects' ? 'in all projects ' : ''}are not supervised after this.${evidence}`,
  )
}

function said(removing: Removing, args: Args, io: Io): Exit {
  const { removals, left, policies } = removing
  const isDone = !args.has('dry-run')
  const error = left.length === 0 ? null : { code: 'HOOKS_LEFT', message: leftSentence(removing, args) }
  if (args.json)
    io.out(
      json({
        ok: error === null,
        dryRun: !isDone,
        files: removals.map(({ host, scope, part, path, kind }) => ({ host, scope, part, path, kind })),
        left,
        policies: policies.map(({ path, stays }) => ({ path, stays })),
        ...(error !== null && { error }),
      }),
    )
  else if (isDone && args.has('evidence') && error === null) io.out(`Removed, including everything in ${args.home}.\n`)
  else if (isDone && !isNothing(removing)) io.out(`Removed. The evidence is still in ${args.home}.\n`)
  if (error === null) return EXIT.fine
  io.err(`bailiff: ${error.message} [${error.code}]\n`)
  return EXIT.error
}

function leftSentence({ left, mood }: Removing, args: Args): string {
  const files = plural(left.length, 'file')
  const evidence = args.has('evidence') ? ' The evidence stays until all hooks are removed.' : ''
  const verb = mood === 'would' ? 'would stay' : left.length === 1 ? 'stays' : 'stay'
  return `${files} with Bailiff hooks ${verb}: ${left.map(({ path }) => path).join(', ')}. Fix the problems above and run it again.${evidence}`
}

/** Everything that Bailiff writes to its state directory. */
const OWN = [
  ...DIRS,
  'backup',
  'bin',
  'cache',
  'open',
  'passes',
  'paused',
  'policy',
  'starts',
  'trust',
  'unrecorded',
  'worktrees',
]

/** Removes Bailiff's files from the state directory, and the directory itself if that leaves it empty. */
function removeEvidence(home: string): void {
  for (const name of OWN) rmSync(join(home, name), { recursive: true, force: true })
  try {
    rmdirSync(home)
  } catch {
    // It contains other files, or never existed.
  }
}
