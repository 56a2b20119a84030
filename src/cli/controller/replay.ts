import { replayController } from '../../controller/drivers/replaying.ts'
import { ControllerError } from '../../controller/errors.ts'
import { snapshotsLike } from '../../views/controller-plans.ts'
import { type Args, EXIT, type Exit, type Io, UsageError } from '../command.ts'
import { colors, json } from '../screens/output.ts'
import { readBundle, refuseBundle } from './bundle-file.ts'
import { cycleIn, openNamed, reading } from './open.ts'
import { comparePlans, renderPlansBeside } from './plans-screen.ts'
import { liveCycle } from './progress.ts'
import { renderReplay } from './replay-screen.ts'
import { withController } from './session.ts'

/** Implements `bailiff controller replay`. */
export function replay(args: Args, io: Io): Promise<Exit> {
  const snapshot = args.get('from-snapshot')
  if (snapshot === undefined) {
    for (const name of ['bundle', 'agents'])
      if (args.get(name) !== undefined) throw new UsageError(`--${name} needs --from-snapshot.`)
    return replayRecorded(args, io)
  }
  if (args.get('cycle') !== undefined) throw new UsageError('--cycle and --from-snapshot cannot be combined.')
  const bundle = args.get('bundle')
  if (bundle === undefined) throw new UsageError('--from-snapshot needs --bundle <bundle.yaml>: it says who decides.')
  return decideAgain(snapshot, bundle, args, io)
}

const replayRecorded = (args: Args, io: Io): Promise<Exit> =>
  reading(async () => {
    const { ledger, stream, name } = openNamed(args)
    const cycles = await replayController(ledger, stream, cycleIn(args))
    const isSame = cycles.every(({ differences }) => differences.length === 0)
    io.out(args.json ? json({ ok: isSame, controller: name, cycles }) : renderReplay(name, cycles, colors(io.color)))
    return isSame ? EXIT.fine : EXIT.broken
  })

/** Decides again on an old snapshot, and shows both plans. Carries out nothing. */
async function decideAgain(given: string, bundle: string, args: Args, io: Io): Promise<Exit> {
  const { ledger, stream, name } = openNamed(args)
  const read = readBundle(bundle, io.cwd)
  if (!read.ok) return refuseBundle(read.path, read.findings, args, io)
  const snapshot_id = oneSnapshot(await reading(() => snapshotsLike(ledger, stream, given)), name, given)
  const live = liveCycle(io, args.json)
  const signal = io.stopped()
  const hooks = { approve: async () => ({ kind: 'later' }) as const, watch: live.watch }
  const { before, after, snapshot } = await withController(
    read.file,
    { name, folder: null },
    args,
    io,
    hooks,
    (session) => session.controller.decideAgain(snapshot_id, signal),
  ).finally(live.clear)
  if (args.json)
    io.out(json({ ok: true, controller: name, snapshot_id, before, after, compared: comparePlans(before, after) }))
  else io.out(`${renderPlansBeside(snapshot, before, after, io)}Nothing was carried out.\n`)
  return EXIT.fine
}

function oneSnapshot(found: readonly string[], name: string, given: string): string {
  const [only, ...others] = given === '' ? [] : found
  if (only !== undefined && others.length === 0) return only
  if (only !== undefined) throw new UsageError(`${found.length} snapshots start with "${given}". Use a longer id.`)
  throw new ControllerError(
    'CYCLE_UNKNOWN',
    `${name} has no snapshot "${given}". "bailiff controller show ${name} --cycle <n>" shows the ids.`,
  )
}
