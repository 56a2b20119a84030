import type { Place } from '../../hosts/install/hooks.ts'
import { install } from '../../hosts/install/install.ts'
import { isSame, type Plan, planInstall } from '../../hosts/install/plan.ts'
import { fileSize } from '../../ledger/stores/files/disk.ts'
import { closeHome } from '../../ledger/stores/files/home.ts'
import { openKeyring } from '../../ledger/stores/files/keyring.ts'
import { currentKeyPath } from '../../ledger/stores/files/layout.ts'
import { openFiles } from '../../ledger/stores/files/open.ts'
import { lookAt, type Project } from '../../project/look.ts'
import { type Args, type Command, EXIT, type Io } from '../command.ts'
import { confirm } from '../confirm.ts'
import { json } from '../output.ts'
import { requirePerson } from '../person.ts'
import { renderPlan, renderScreen } from '../screens.ts'
import { type Chosen, chooseTargets, placeOf, TARGET_OPTIONS } from '../targets.ts'
import { VERSION } from '../version.ts'

export const init: Command = {
  name: 'init',
  summary: 'install the hooks of your agent programs, after showing what will be written',
  usage: '[--host <names>] [--scope local|user|project] [--trust] [--dry-run] [--yes]',
  words: { min: 0, max: 0, names: '' },
  details: `Finds Claude Code, Codex and Gemini CLI, and adds its hooks to their settings; everything else in
them stays as it is, and what stood there is kept for "bailiff uninstall". Without --scope the
settings are your own: those of Claude Code for this project, those of Codex and Gemini CLI for you.`,
  example: 'bailiff init --dry-run',
  options: {
    ...TARGET_OPTIONS,
    trust: { help: 'approve the hooks in Codex too, in your name; without it you do that there, with /hooks' },
    'dry-run': { help: 'show what would be written, and write nothing' },
    yes: { help: 'do not ask' },
  },
  async run(args, io) {
    if (!args.has('dry-run')) await requirePerson(io, args, 'init')
    const place = placeOf(io)
    const chosen = chooseTargets(args, place)
    const project = lookAt(io.cwd)
    const options = { trust: args.has('trust') }
    const plan = planInstall({ home: args.home, key: keyOf(args.home) }, place, chosen.targets, options)
    if (!args.json) io.out(renderPlan(plan, chosen))
    if (args.has('dry-run')) {
      if (args.json) io.out(json({ ok: true, dryRun: true, ...told(plan, project) }))
      return EXIT.fine
    }
    const isNew = plan.changes.some(({ file, after }) => !isSame(file, after))
    if (isNew && !(await confirm(args, io, 'Write this?'))) return EXIT.refused
    carryOut(args, io, place, chosen)
    // Here the policy is written and approved: `project.checks` is what it begins with.
    if (args.json) io.out(json({ ok: true, dryRun: false, ...told(plan, project) }))
    else io.out(renderScreen({ home: args.home, chosen, project, approvals: plan.approvals }, io))
    return EXIT.fine
  },
}

/** The key that commands will name. Where there is no ledger yet, it is made with it. */
const keyOf = (home: string): string =>
  fileSize(currentKeyPath(home)) === null ? '<new key>' : openKeyring(home).current().id

function carryOut(args: Args, io: Io, place: Place, { targets }: Chosen): void {
  const home = openFiles(args.home)
  try {
    const program = { from: io.program, version: VERSION, node: process.execPath, path: io.env['PATH'] ?? '' }
    install(home, place, targets, { program, trust: args.has('trust') })
  } finally {
    closeHome(home)
  }
}

const told = ({ changes, approvals }: Plan, { root, git, checks }: Project) => ({
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
})
