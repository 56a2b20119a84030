import { rmdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Site } from '../../hosts/install/hooks.ts'
import {
  planUninstall,
  uninstall as remove,
  type Uninstall,
  uninstallUnrecorded,
  type Wanted,
} from '../../hosts/install/uninstall.ts'
import { HOSTS } from '../../hosts/registry.ts'
import { fileSize } from '../../ledger/stores/files/disk.ts'
import { currentKeyPath, DIRS } from '../../ledger/stores/files/layout.ts'
import { findRoot } from '../../project/look.ts'
import type { Confirmed } from '../../session/who.ts'
import { type Args, type Command, EXIT, type Exit, type Io, UsageError } from '../command.ts'
import { requireConfirmation } from '../input/confirm.ts'
import { withHome } from '../input/home.ts'
import { requirePerson } from '../input/person.ts'
import { namedHosts, placeOf, scopeOf, TARGET_OPTIONS } from '../input/targets.ts'
import { decisionOf } from '../input/who.ts'
import { policiesWritten, removePolicy, withdrawPolicy } from '../policy/policy-file.ts'
import { json, plural } from '../screens/output.ts'
import { leftLines, projectsIn, type Removing, renderRemoving } from '../screens/removal.ts'
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
  summary: 'remove the hooks from all projects or one; the evidence stays',
  usage: '[--project <dir>] [--host <names>] [--scope local|user|project] [--evidence] [--dry-run] [--yes]',
  words: { min: 0, max: 0, names: '' },
  details: `Without --project and --scope: from every project in which "bailiff init" ran,
and from your own settings. If there are several projects, it asks which one.
Settings files that nobody else changed get their original bytes back, and files
that init created are removed. From other files only the hooks are removed. If a
file cannot be changed (it is read-only, for example), it is listed, the others
are still processed, and the exit code is 1 (HOOKS_LEFT).
Without --host and --scope, policies that init wrote are removed too, with
their approvals, unless they were changed or committed to git; those that are
kept are listed.
Some agent programs read their settings only when they start: their running
sessions keep the hooks until they end.`,
  example: 'bailiff uninstall --dry-run',
  options: {
    ...TARGET_OPTIONS,
    project: { value: '<dir>', help: 'only from this project; your own settings keep their hooks' },
    evidence: { help: 'also delete everything recorded, and its keys; cannot be undone' },
    'dry-run': { help: 'show what would be removed; remove nothing' },
    yes: { help: 'do not ask' },
  },
  async run(args, io) {
    if (!args.has('dry-run')) await requirePerson(io, args, 'uninstall')
    const place = placeOf(io)
    const all: Wanted = {
      hosts: namedHosts(args) ?? HOSTS.map(({ name }) => name),
      scope: scopeOf(args),
      only: onlyIn(args, io),
    }
    const found = await removingOf(args, planUninstall(args.home, place, all), all)
    if (!args.json) io.out(`${renderRemoving(found)}${pluginLines(place)}`)
    const wanted = { ...all, only: all.only ?? (await chosenIn(found, args, io)) }
    const planned =
      wanted.only === all.only ? found : await removingOf(args, planUninstall(args.home, place, wanted), wanted)
    if (args.has('dry-run') || (isNothing(planned) && !args.has('evidence'))) return said(planned, args, io)
    const word = isDeleting(planned, args) ? 'delete' : 'uninstall'
    const confirmed = await requireConfirmation(io, args, 'uninstall', word, meaningOf(planned, wanted, args))
    const done = hasLedger(args.home)
      ? await withHome(args.home, (home) => remove(home, place, wanted, decisionOf(home, io, confirmed)))
      : uninstallUnrecorded(args.home, place, wanted)
    await removePolicies(planned, args, io, confirmed)
    // Hooks that stay need the program and the key they name.
    if (args.has('evidence') && done.left.length === 0) removeEvidence(args.home)
    // Files that failed only now have not been listed yet.
    if (!args.json) io.out(leftLines(done.left.slice(planned.left.length)))
    return said({ ...planned, ...done }, args, io)
  },
}

/** Removes the policies that init wrote, and withdraws their approvals. Without a ledger there are none. */
async function removePolicies({ policies }: Removing, args: Args, io: Io, confirmed: Confirmed): Promise<void> {
  const removed = policies.filter(({ stays }) => stays === null)
  if (removed.length === 0) return
  await withHome(args.home, (home) => {
    for (const policy of removed) {
      removePolicy(policy)
      withdrawPolicy(home, policy.root, decisionOf(home, io, confirmed))
    }
  })
}

const hasLedger = (home: string): boolean => fileSize(currentKeyPath(home)) !== null

/** The project that the command line names. */
function onlyIn(args: Args, io: Io): string | null {
  const given = args.get('project')
  if (given === undefined) return null
  if (args.has('evidence') || args.get('scope') !== undefined)
    throw new UsageError('--project goes with neither --evidence, which concerns all projects, nor --scope.')
  return findRoot(resolve(io.cwd, given))
}

/** Asks which of several projects is meant; null for all. Without a question, all are meant, as the screen says. */
async function chosenIn(found: Removing, args: Args, io: Io): Promise<string | null> {
  const projects = projectsIn(found)
  const isSettled = ['yes', 'dry-run', 'evidence'].some((name) => args.has(name)) || args.json
  if (found.reach !== 'all-projects' || projects.length < 2 || isSettled) return null
  const answer = await io.ask(`From which project? 1 to ${projects.length}, or Enter for all: `)
  const chosen = answer?.trim() ?? ''
  if (['', 'all'].includes(chosen)) return null
  return projects[Number(chosen) - 1] ?? chosenIn(found, args, io)
}

async function removingOf(args: Args, planned: Uninstall, { scope, only }: Wanted): Promise<Removing> {
  const isAll = args.get('host') === undefined && scope === null && hasLedger(args.home)
  const policies = isAll ? await withHome(args.home, policiesWritten) : []
  return {
    ...planned,
    policies: policies.filter(({ root }) => only === null || root === only),
    reach: only !== null ? 'one-project' : scope === null ? 'all-projects' : 'one-scope',
    mood: args.has('dry-run') ? 'would' : 'will',
  }
}

const isNothing = ({ removals, policies }: Removing): boolean =>
  removals.every(({ kind }) => kind === 'untouched') && policies.every(({ stays }) => stays !== null)

const isDeleting = ({ left }: Removing, args: Args): boolean => args.has('evidence') && left.length === 0

function meaningOf(planned: Removing, { only }: Wanted, args: Args): string {
  const evidence = isDeleting(planned, args) ? ` All evidence in ${args.home} is deleted.` : ''
  return fill(
    only === null
      ? `Agents ${planned.reach === 'all-projects' ? 'in all projects ' : ''}are not supervised after this.${evidence}`
      : `Agents in ${only} are not supervised after this, except by hooks in your own settings.`,
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
