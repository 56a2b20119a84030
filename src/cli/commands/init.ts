import { join, relative } from 'node:path'
import { otherStopHooks, type StopHook } from '../../doctor/facts/stop-hooks.ts'
import type { Host } from '../../hosts/host.ts'
import type { Site } from '../../hosts/install/hooks.ts'
import { install } from '../../hosts/install/install.ts'
import { isSame, type Plan, planInstall } from '../../hosts/install/plan.ts'
import { findHost } from '../../hosts/registry.ts'
import { fileSize } from '../../ledger/stores/files/disk.ts'
import { closeHome } from '../../ledger/stores/files/home.ts'
import { openKeyring } from '../../ledger/stores/files/keyring.ts'
import { currentKeyPath } from '../../ledger/stores/files/layout.ts'
import { openFiles } from '../../ledger/stores/files/open.ts'
import { readCommand } from '../../policy/command.ts'
import { POLICY_FILE } from '../../policy/project.ts'
import { loadActivePolicy } from '../../policy/stores/load-active-policy.ts'
import { projectRoot } from '../../policy/stores/source.ts'
import { weakness } from '../../policy/weak.ts'
import { checkEnvironment, pickEnvironment } from '../../process/environment.ts'
import { lookAt, type Project } from '../../project/look.ts'
import { type Args, type Command, EXIT, type Io, UsageError } from '../command.ts'
import { requireYes } from '../input/confirm.ts'
import { requireRoomForLedger } from '../input/home.ts'
import { isNear, requirePerson } from '../input/person.ts'
import { type Chosen, chooseTargets, hostTitles, placeOf, TARGET_OPTIONS } from '../input/targets.ts'
import { decisionOf } from '../input/who.ts'
import { approve } from '../policy/approval.ts'
import { keepTrials } from '../policy/first-baselines.ts'
import { type FirstPolicy, firstPolicy, renderFirst, sayInShort } from '../policy/first-policy.ts'
import { changesIn } from '../policy/git-changes.ts'
import { writePolicy } from '../policy/policy-file.ts'
import { sayBroken } from '../policy/policy-there.ts'
import { renderPlan, renderScreen, renderSummary } from '../screens/install.ts'
import { json } from '../screens/output.ts'
import { renderReach } from '../screens/reach.ts'
import { VERSION } from '../version.ts'

const isLocal = ({ install: { ownScope } }: Host): boolean => ownScope === 'local'

export const init: Command = {
  name: 'init',
  summary: 'set up Bailiff in this project: hooks and a first policy',
  usage:
    '[--host <names>] [--scope local|user|project] [--trust] [--check "<command>"]... [--no-checks] [--dry-run] [--yes]',
  words: { min: 0, max: 0, names: '' },
  details: `Finds ${hostTitles()}, and adds hooks to their settings.
Nothing else in the settings changes, and "bailiff uninstall" restores them.
Without --scope it uses your own settings: for ${hostTitles(isLocal)} those of this
project, for ${hostTitles((host) => !isLocal(host))} those in your home folder.
If the project has no policy, init runs its test, lint and build commands (quick
tests twice: with CI=1 and without), writes .bailiff/policy.yaml from those that
pass, and approves it. Claims that need a currently failing test get a warning
only, and init says so. With --yes, claims that a passing check covers are
blocked until they are earned. A policy that the project already has is shown,
and takes effect if you approve it; --yes does not do that for you.`,
  example: 'bailiff init --dry-run',
  options: {
    ...TARGET_OPTIONS,
    trust: {
      help: `also approve the hooks in ${hostTitles(({ approvals }) => approvals !== undefined)} on your behalf; otherwise approve them there`,
    },
    check: {
      value: '"<command>"',
      isRepeatable: true,
      help: 'a command that proves the work, in addition to those that init finds; repeatable',
    },
    'no-checks': { help: "do not run the project's checks; claims then only get warnings" },
    'dry-run': { help: 'show what would be written; write nothing' },
    yes: { help: 'do not ask' },
  },
  async run(args, io) {
    if (!args.has('dry-run')) {
      await requireInstaller(args, io)
      requireRoomForLedger(args.home)
    }
    const place = placeOf(io)
    const chosen = chooseTargets(args, place)
    const project = lookAt(io.cwd, commandsOf(args))
    const root = projectRoot(io.cwd)
    const options = { trust: args.has('trust') }
    const plan = planInstall({ home: args.home, key: keyOf(args.home) }, place, chosen.targets, options)
    const since = Date.now()
    const policy = await firstPolicy(root, project, args, io)
    const stopHooks = stopHooksOf(chosen, place)
    const isNew = policy.kind === 'new' || plan.changes.some(({ file, after }) => !isSame(file, after))
    const every = `${renderPlan(plan, chosen, isNew)}${renderFirst(root, policy)}`
    if (!args.json) {
      const toCommit = project.git === 'none' ? null : await filesToCommit(root, plan, policy, io)
      const summary = { isNew, root, place, policy: [POLICY_FILE, sayInShort(policy)] } as const
      const shown = args.has('dry-run') ? `${every}\n` : renderSummary(plan, chosen, summary)
      io.out(`${shown}${renderReach(chosen, { root, toCommit })}\n`)
    }
    if (args.has('dry-run')) {
      io.out(
        args.json
          ? json({ ok: true, dryRun: true, ...told(plan, project, policy), stopHooks })
          : 'Nothing was written. To write it: bailiff init\n',
      )
      return EXIT.fine
    }
    if (isNew) await requireYes(io, args, 'init', questionFor(policy), every)
    const own = [join(root, POLICY_FILE), ...plan.changes.map(({ file }) => file.target)]
    const active = await carryOut(args, io, place, chosen, root, { policy, since, own })
    const { isBroken, notice } = standingOf(policy, active)
    if (args.json) io.out(json({ ok: !isBroken, dryRun: false, ...told(plan, project, policy), stopHooks, notice }))
    else io.out(renderScreen({ home: args.home, chosen, policy, notice, stopHooks, approvals: plan.approvals }, io))
    return isBroken ? EXIT.error : EXIT.fine
  },
}

/** Provisioning (--yes) does not wait for agents in other projects to end. */
const requireInstaller = (args: Args, io: Io): Promise<void> =>
  requirePerson(io, args, 'init', args.has('yes') ? ({ workspace }) => isNear(workspace, io.cwd) : undefined)

/** True for a policy that cannot be used, and what the person must know about it. */
function standingOf(policy: FirstPolicy, active: string | null): { isBroken: boolean; notice: string | null } {
  if (policy.kind === 'new') return { isBroken: false, notice: active }
  return { isBroken: policy.standing === 'broken', notice: sayBroken(policy) ?? active }
}

/** The commands that the person names as checks, in words. */
const commandsOf = (args: Args): string[][] =>
  args.all('check').map((line) => {
    const read = readCommand(line)
    const why = read.ok ? weakness(read.tokens) : read.why
    if (why !== null) throw new UsageError(`--check "${line}": ${why}`)
    return read.ok ? read.tokens : []
  })

/** The hooks of others on the end of a turn, in the programs that get our hooks. */
const stopHooksOf = ({ targets }: Chosen, place: Site): StopHook[] =>
  [...new Set(targets.map(({ hooks }) => hooks.host))].flatMap((host) => otherStopHooks(findHost(host), place))

/** The files that git does not have yet, or not as they will be. */
async function filesToCommit(root: string, { changes }: Plan, policy: FirstPolicy, io: Io): Promise<string[]> {
  const dirty = await changesIn(root, checkEnvironment(pickEnvironment(io.env)))
  const shared = changes.filter(({ scope, part }) => scope === 'project' && part === 'hooks')
  const files = [
    { path: POLICY_FILE, isNew: policy.kind === 'new' },
    ...shared.map(({ file, after }) => ({ path: relative(root, file.target), isNew: !isSame(file, after) })),
  ]
  const isBroken = policy.kind === 'there' && policy.standing === 'broken'
  const isWanted = (path: string): boolean => dirty.has(path) && !(isBroken && path === POLICY_FILE)
  return files.filter(({ path, isNew }) => isNew || isWanted(path)).map(({ path }) => path)
}

/** A yes to a new policy also approves it, so the question says that. */
const questionFor = ({ kind }: FirstPolicy): string =>
  kind === 'new' ? 'Write this and approve the policy in your name?' : 'Write this?'

/** The key that the hook commands will name. A new ledger creates its key. */
const keyOf = (home: string): string =>
  fileSize(currentKeyPath(home)) === null ? '<new key>' : openKeyring(home).current().id

/** Returns the notice about the now active policy, if there is one. */
async function carryOut(
  args: Args,
  io: Io,
  place: Site,
  { targets }: Chosen,
  root: string,
  { policy, since, own }: { policy: FirstPolicy; since: number; own: readonly string[] },
): Promise<string | null> {
  const home = openFiles(args.home)
  try {
    const program = { from: io.program, version: VERSION, node: process.execPath, path: io.env['PATH'] ?? '' }
    install(home, place, targets, { program, trust: args.has('trust') })
    if (policy.kind === 'new')
      await writePolicy(home, root, policy.text, decisionOf(home, io, args.has('yes') ? '--yes' : 'typed'), io)
    else if (policy.standing === 'agreed') approve(home, root, policy.approvable, decisionOf(home, io, 'typed'), io)
    const active = loadActivePolicy(home, root, io.env)
    if (policy.kind === 'new') await keepTrials(home, active, { trials: policy.trials, since, own })
    return active.notice
  } finally {
    closeHome(home)
  }
}

const told = ({ changes, approvals }: Plan, { root, git, checks }: Project, policy: FirstPolicy) => ({
  files: changes.map(({ host, scope, part, file, after, lines }) => ({
    host,
    scope,
    part,
    path: file.path,
    isChanged: !isSame(file, after),
    lines,
  })),
  approvals,
  project: { root, git, checks },
  policy:
    policy.kind === 'there'
      ? { kind: policy.kind, standing: policy.standing }
      : {
          kind: policy.kind,
          mode: policy.mode,
          text: policy.text,
          trials: policy.trials.map(({ check: { kind, command, cwd }, ended, seconds }) => ({
            kind,
            command,
            cwd,
            ended,
            seconds,
          })),
        },
})
