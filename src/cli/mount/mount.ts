import { sha256 } from '../../ledger/digest.ts'
import { type Budget, limitsOf } from '../../mount/budget.ts'
import { compareBlocks, hunksOf } from '../../mount/compare.ts'
import { Evidence } from '../../mount/drivers/evidence.ts'
import { type Again, renderAgain, renderMount } from '../../mount/drivers/mount.ts'
import { readingOf } from '../../mount/drivers/reading.ts'
import { readThread, type StoredMessage } from '../../mount/drivers/thread.ts'
import type { RenderedMount, RunState } from '../../mount/state.ts'
import { minuteInZone } from '../../views/local-time.ts'
import { type Args, BrokenEvidence, EXIT, type Exit, type Io, UsageError } from '../command.ts'
import { openToRead } from '../input/home.ts'
import { wholeNumber } from '../input/quantity.ts'
import { json, printable, table } from '../screens/output.ts'
import { findOwned, type OpenedRun, openRun, ownerIn, reading, requireSound } from './open.ts'

/** What `bailiff mount` does for runs. It reads and changes nothing. */

const budgetIn = (args: Args): Budget =>
  Object.fromEntries(
    (['bytes', 'lines', 'tokens'] as const).flatMap((unit) => {
      const limit = wholeNumber(args.get(unit), `--${unit}`)
      return limit === undefined ? [] : [[unit, limit]]
    }),
  )

/** The block that the next call would get, or what is new in it since the last call. */
export const mountNow = (args: Args, io: Io): Promise<Exit> =>
  reading(async () => {
    const opened = await openRun(args)
    const { evidence, ledger, run } = opened
    const snapshot = await evidence.snapshot()
    const block = await renderMount(ledger, snapshot, limitsOf(budgetIn(args)))
    if (args.has('diff')) {
      const last = (await evidence.run()).mounts.at(-1)
      const before = last === undefined ? null : await again(opened, last)
      sayDifference({ name: nameOf(before), text: before?.text ?? '' }, { name: 'now', text: block.text }, args, io)
      requireSame(before)
    } else if (args.json) io.out(json({ ok: true, run, ...block, heads: snapshot.heads }))
    else io.out(block.text === '' ? NOTHING : `${printable(block.text)}\n`)
    requireSound(ledger)
    return EXIT.fine
  })

const NOTHING = 'The run has no workers, so nothing is mounted.\n'

/** The block of a recorded call, or what was new in it since the call before. */
export const mountCall = (args: Args, io: Io): Promise<Exit> =>
  reading(async () => {
    const opened = await openRun(args)
    const { mounts } = await opened.evidence.run()
    const call = wholeNumber(args.get('call'), '--call') ?? 0
    const at = mounts.findIndex((mount) => mount.call === call)
    const mount = mounts[at]
    if (mount === undefined) throw new UsageError(`Call ${call} got no block. ${callsOf(mounts)}`)
    const now = await again(opened, mount)
    const earlier = mounts[at - 1]
    if (args.has('diff')) {
      const before = earlier === undefined ? null : await again(opened, earlier)
      sayDifference({ name: nameOf(before), text: before?.text ?? '' }, { name: nameOf(now), text: now.text }, args, io)
      requireSame(before)
    } else if (args.json) io.out(json({ ok: now.isSame, run: opened.run, ...now }))
    else io.out(`${printable(now.text)}\n`)
    requireSame(now)
    return EXIT.fine
  })

const MAX_LISTED = 20

function callsOf(mounts: RunState['mounts']): string {
  const calls = mounts.map(({ call }) => call)
  if (calls.length === 0) return 'No call of this run did.'
  const more = calls.length > MAX_LISTED ? `, and ${calls.length - MAX_LISTED} earlier ones` : ''
  return `Calls with a block: ${calls.slice(-MAX_LISTED).join(', ')}${more}.`
}

/** A block rendered again, with its recorded and its present hash. */
type Checked = Again & { call: number; sha256: string; recorded: string }

async function again({ ledger, run, owner }: Pick<OpenedRun, 'ledger' | 'run' | 'owner'>, mount: RenderedMount) {
  const block = await renderAgain(ledger, { run, owner }, mount)
  return { ...block, call: mount.call, sha256: sha256(block.text), recorded: mount.sha256 } satisfies Checked
}

const nameOf = (block: Checked | null): string => (block === null ? 'nothing' : `call ${block.call}`)

/** Throws if a block is not the recorded one. */
function requireSame(block: Checked | null): void {
  if (block === null || block.isSame) return
  const { call, sha256: found, recorded } = block
  throw new BrokenEvidence(
    'MOUNT_DIFFERS',
    `The block of call ${call} is not the recorded one: its hash is ${found}, the recorded one ${recorded}. ` +
      'The evidence was changed or removed since, or another version of Bailiff rendered it. Run: bailiff verify',
  )
}

type Named = { name: string; text: string }

function sayDifference(before: Named, after: Named, args: Args, io: Io): void {
  const hunks = hunksOf(compareBlocks(before.text, after.text))
  if (args.json) io.out(json({ ok: true, before: before.name, after: after.name, hunks }))
  else if (hunks.length === 0) io.out(`No difference between ${before.name} and ${after.name}.\n`)
  else io.out([`--- ${before.name}`, `+++ ${after.name}`, ...hunks.map(printable), ''].join('\n'))
}

/** A stored answer: the run and call it was given in, and what was mounted then. */
export const mountAnswer = (args: Args, io: Io): Promise<Exit> =>
  reading(async () => {
    const owner = ownerIn(args)
    const home = openToRead(args.home)
    const ledger = readingOf(home)
    const thread = await findOwned(home.dir, ledger, { kind: 'thread', owner, given: args.get('thread') })
    const answers = (await readThread(ledger, { thread, owner })).filter(({ role }) => role === 'assistant')
    const number = wholeNumber(args.get('answer'), '--answer') ?? 0
    const answer = answers[number - 1]
    if (answer === undefined)
      throw new UsageError(`Unknown answer ${number}. ${thread} has ${answers.length || 'no'} answers.`)
    const block = await mountOf({ ledger, owner }, answer)
    const { stored, content, at } = answer
    const { run, call, provenance } = stored
    if (args.json)
      io.out(
        json({ ok: block?.isSame ?? true, thread, answer: number, at, content, run, call, provenance, mount: block }),
      )
    else io.out(renderAnswer(thread, number, answer, block))
    requireSame(block)
    requireSound(ledger)
    return EXIT.fine
  })

type Around = Pick<OpenedRun, 'ledger' | 'owner'>

/** The block that was mounted last before an answer; null if there was none. */
async function mountOf({ ledger, owner }: Around, { stored: { run, call } }: StoredMessage): Promise<Checked | null> {
  if (run === null || call === null) return null
  const { mounts } = await (await Evidence.open(ledger, { run, owner })).run()
  const mount = mounts.find((one) => one.call === call)
  return mount === undefined ? null : again({ ledger, run, owner }, mount)
}

function renderAnswer(thread: string, number: number, { at, stored, content }: StoredMessage, block: Checked | null) {
  const { run, call, provenance } = stored
  const about = table([
    ['Answer', `${number} of ${thread}, ${minuteInZone(at)}`],
    ['Run', run ?? 'none'],
    ['Call', call === null ? 'none: nothing was mounted before it' : String(call)],
    ['Provenance', provenance ?? 'none'],
  ])
  const mounted = block === null ? '' : `Mounted then:\n${printable(block.text)}\n`
  return `${about}Text:\n${printable(content)}\n${mounted}`
}
