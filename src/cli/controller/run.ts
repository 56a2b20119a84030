import { dirname, join, resolve } from 'node:path'
import { MAX_PAUSE_MS, runLoop } from '../../controller/loop.ts'
import { readPlan } from '../../views/controller-plans.ts'
import type { CycleView } from '../../views/cycle-view.ts'
import { type Args, EXIT, type Exit, type Io, UsageError } from '../command.ts'
import { requireConfirmation } from '../input/confirm.ts'
import { requirePerson } from '../input/person.ts'
import { quantity, wholeNumber } from '../input/quantity.ts'
import { colors, json } from '../screens/output.ts'
import { Approver } from './approval.ts'
import { approveCommand } from './approve-command.ts'
import { ARTIFACT_FOLDER } from './artifact-files.ts'
import { type BundleFile, findingLines, nameOf, readBundle, refuseBundle } from './bundle-file.ts'
import { isRejected } from './cycle-end.ts'
import { renderCycle } from './cycle-screen.ts'
import { exitOf } from './exit.ts'
import { homeOption } from './ids.ts'
import { LoopScreen } from './loop-screen.ts'
import { comparePlans, renderPlans } from './plans-screen.ts'
import { type LiveCycle, liveCycle } from './progress.ts'
import { type OpenSession, withController } from './session.ts'

/** Implements `bailiff controller run`. */
export async function runController(args: Args, io: Io): Promise<Exit> {
  const loop = loopIn(args)
  if (args.get('approve') !== undefined) await requirePerson(io, args, 'controller run --approve')
  if (args.has('take-over')) await requirePerson(io, args, 'controller run --take-over')
  const read = readBundle(args.words[0] ?? '', io.cwd)
  if (!read.ok) return refuseBundle(read.path, read.findings, args, io)
  const { file } = read
  io.err(findingLines(file.path, file.warnings, 'warning: '))
  if (args.has('take-over')) await requireConfirmation(io, args, 'controller run', nameOf(file, args.get('name')))
  return loop === null ? runOnce(file, args, io) : runMany(file, loop, args, io)
}

type Loop = { everyMs: number; maxCycles: number | undefined }

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3600_000 }

/** The options of loop mode; null if there is to be one cycle. */
function loopIn(args: Args): Loop | null {
  const everyMs = quantity(args.get('every'), UNITS, '--every', '30s')
  const maxCycles = wholeNumber(args.get('cycles'), '--cycles')
  const isLoop = everyMs !== undefined
  if (everyMs === 0 || (everyMs ?? 0) > MAX_PAUSE_MS) throw new UsageError('--every takes 1ms to 24h.')
  if (maxCycles === 0) throw new UsageError('--cycles takes a number from 1.')
  if (!isLoop && maxCycles !== undefined) throw new UsageError('--cycles needs --every.')
  for (const other of ['dry-run', 'approve'])
    if (isLoop && (args.has(other) || args.get(other) !== undefined))
      throw new UsageError(`--every and --${other} cannot be combined. Run one cycle with --${other} first.`)
  if (args.has('dry-run') && args.get('approve') !== undefined)
    throw new UsageError('--dry-run carries out nothing, so there is nothing to --approve.')
  return isLoop ? { everyMs, maxCycles } : null
}

/** Opens the controller of a bundle, with a line that shows its progress and a person who is asked. */
async function withScreen(
  file: BundleFile,
  args: Args,
  io: Io,
  settle: () => void,
  act: (run: { session: OpenSession; live: LiveCycle; approver: Approver; signal: AbortSignal }) => Promise<Exit>,
): Promise<Exit> {
  const live = liveCycle(io, args.json)
  const approver = approverFor(file, args, io, live.clear)
  const signal = io.stopped()
  signal.addEventListener('abort', () => {
    settle()
    sayStopping(live, io)
  })
  const hooks = { approve: approver.decide, watch: live.watch }
  try {
    return await withController(file, targetOf(file, args, io), args, io, hooks, (session) =>
      act({ session, live, approver, signal }),
    )
  } finally {
    settle()
    live.clear()
  }
}

const runOnce = (file: BundleFile, args: Args, io: Io): Promise<Exit> =>
  withScreen(
    file,
    args,
    io,
    () => {},
    async ({ session, live, approver, signal }) => {
      const { view } = await session.cycle({ signal, dryRun: args.has('dry-run'), ...only(args) }).finally(live.clear)
      const approved = args.get('approve')
      const isStale = approved !== undefined && view.plan?.plan_id !== approved && view.plan !== null
      if (isStale) return stale(session, view, approved, args, io)
      if (approved !== undefined && view.end === 'awaiting-approval') io.err(`note: ${SHOWN_OTHERWISE}\n`)
      tell(view, approver.shown.has(view.plan?.plan_id ?? ''), args, io)
      return exitOf(view)
    },
  )

/** With `--approve`, nothing but the approved plan is carried out. */
const only = (args: Args): { only?: string } => {
  const approved = args.get('approve')
  return approved === undefined ? {} : { only: approved }
}

const SHOWN_OTHERWISE =
  'this plan was never shown, or its drivers, their settings or the folder have changed since. Look at it again.'

/** A dry run writes artifacts only where it is told to. */
function targetOf(file: BundleFile, args: Args, io: Io): { name: string; folder: string | null } {
  const out = args.get('out')
  const beside = args.has('dry-run') ? null : join(dirname(file.path), ARTIFACT_FOLDER)
  return { name: nameOf(file, args.get('name')), folder: out === undefined ? beside : resolve(io.cwd, out) }
}

const approverFor = (file: BundleFile, args: Args, io: Io, clear: () => void): Approver =>
  new Approver(
    args,
    io,
    `bailiff controller show ${nameOf(file, args.get('name'))} --artifact plan${homeOption(args)}`,
    clear,
  )

/** Says what happens now. An effect that has begun is finished first. */
function sayStopping(live: LiveCycle, io: Io): void {
  const effect = live.effect()
  live.clear()
  io.err(effect === null ? 'Stopping.\n' : `Stopping after ${effect}, which has begun.\n`)
}

function tell(view: CycleView, isPlanShown: boolean, args: Args, io: Io): void {
  const next = exitOf(view) === EXIT.refused ? approveCommand(view, args) : null
  if (args.json) {
    io.out(json({ ok: exitOf(view) === EXIT.fine, ...view, next }))
    return
  }
  const c = colors(io.color)
  io.out(renderCycle(view, { c, detail: 'brief', isPlanShown, homeOption: homeOption(args) }))
  const said = isRejected(view)
    ? 'To approve the plan after all:'
    : 'The plan needs approval by a person. To approve it:'
  if (next !== null) io.out(`${c.yellow(said)}\n  ${next}\n`)
}

/** The plan for the present state is not the approved one: says so, and shows how they differ. */
async function stale(session: OpenSession, view: CycleView, approved: string, args: Args, io: Io): Promise<Exit> {
  const before = await readPlan(session.ledger, session.stream, approved)
  const after = await readPlan(session.ledger, session.stream, view.plan?.plan_id ?? '')
  const why =
    before === null
      ? 'This controller has never proposed the approved plan'
      : 'The state has changed since the plan was proposed'
  const message = `${why}, so it was not carried out. The plan for the present state is ${view.plan?.plan_id}.`
  if (args.json) {
    const compared = after === null ? null : comparePlans(before, after)
    io.out(
      json({
        ok: false,
        error: { code: 'APPROVAL_STALE', message },
        ...view,
        compared,
        next: approveCommand(view, args),
      }),
    )
  } else {
    if (before !== null && after !== null) io.out(renderPlans('Approved', before, after, io))
    tell(view, false, args, io)
  }
  io.err(`bailiff: ${message} [APPROVAL_STALE]\n`)
  return EXIT.refused
}

async function runMany(file: BundleFile, { everyMs, maxCycles }: Loop, args: Args, io: Io): Promise<Exit> {
  const screen = new LoopScreen(args, io)
  const settle = (): void => screen.settle()
  return withScreen(file, args, io, settle, async ({ session, live, signal }) => {
    screen.begin(session.name, everyMs)
    let last: CycleView | null = null
    const watched = {
      cycle: async (options: Parameters<OpenSession['cycle']>[0]) => {
        const { result, view } = await session.cycle(options).finally(live.clear)
        last = view
        return result
      },
    }
    await runLoop(watched, {
      everyMs,
      signal,
      ...(maxCycles !== undefined && { maxCycles }),
      onCycle: (_, nextInMs) => {
        if (last !== null) screen.cycle(last, nextInMs)
      },
    })
    // A person or the system ended the loop: that is how it is meant to end.
    return signal.aborted || last === null ? EXIT.fine : exitOf(last)
  })
}
