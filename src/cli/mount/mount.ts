import { sha256 } from '../../ledger/digest.ts'
import { type Limits, limitsOf } from '../../mount/budget.ts'
import { compareBlocks, hunksOf } from '../../mount/compare.ts'
import { Evidence } from '../../mount/drivers/evidence.ts'
import { type Again, renderAgain, renderMount } from '../../mount/drivers/mount.ts'
import { readingOf } from '../../mount/drivers/reading.ts'
import { readThread, type StoredMessage } from '../../mount/drivers/thread.ts'
import type { RenderedMount, RunState } from '../../mount/state.ts'
import { minuteInZone } from '../../views/local-time.ts'
import { type Args, type Exit, type Io, UsageError } from '../command.ts'
import { openToRead } from '../input/home.ts'
import { wholeNumber } from '../input/quantity.ts'
import { plural, printable, table } from '../screens/output.ts'
import {
  blockScreen,
  budgetIn,
  damageIn,
  findOwned,
  finish,
  NO_ROOM,
  type OpenedRun,
  openRun,
  ownerIn,
  type Problem,
  reading,
} from './open.ts'

/** Implements `bailiff mount` for runs. Only reads the ledger. */

/** Shows the block that the next call would get, or what has changed since the last call. */
export const mountNow = (args: Args, io: Io): Promise<Exit> =>
  reading(async () => {
    const opened = await openRun(args)
    const { evidence, ledger, run } = opened
    const snapshot = await evidence.snapshot()
    const last = (await evidence.run()).mounts.at(-1)
    const block = await renderMount(ledger, snapshot, limitsIn(args, last))
    if (args.has('diff')) {
      const before = await againIfThere(opened, last)
      const found = difference(run, before, { name: 'now', text: block.text })
      return finish(args, io, found, differs(before) ?? damageIn(ledger))
    }
    const text = (): string => blockScreen(block, snapshot.workers.length === 0 ? NO_WORKERS : NO_ROOM)
    return finish(args, io, { data: { run, ...block, heads: snapshot.heads }, text }, damageIn(ledger))
  })

const NO_WORKERS = 'The run has no workers, so nothing is mounted.'

/** The given budget, or else the last call's, because a lead keeps its budget. */
function limitsIn(args: Args, last: RenderedMount | undefined): Limits {
  const given = budgetIn(args)
  return Object.keys(given).length === 0 && last !== undefined ? last.budget : limitsOf(given)
}

/** Shows the block of a recorded call, or what had changed since the previous call. */
export const mountCall = (args: Args, io: Io): Promise<Exit> =>
  reading(async () => {
    const opened = await openRun(args)
    const { mounts } = await opened.evidence.run()
    const call = wholeNumber(args.get('call'), '--call') ?? 0
    const at = mounts.findIndex((mount) => mount.call === call)
    const block = await againIfThere(opened, mounts[at])
    if (block === null) throw new UsageError(`Call ${call} got no block. ${callsOf(mounts)}`)
    const { run } = opened
    if (!args.has('diff')) {
      const text = (): string => blockScreen(block, NO_WORKERS)
      return finish(args, io, { data: { run, ...block }, text }, differs(block))
    }
    const before = await againIfThere(opened, mounts[at - 1])
    const found = difference(run, before, { name: nameOf(block), text: block.text })
    return finish(args, io, found, differs(before) ?? differs(block))
  })

const MAX_LISTED = 20

function callsOf(mounts: RunState['mounts']): string {
  const calls = mounts.map(({ call }) => call)
  if (calls.length === 0) return 'No call of this run did.'
  const more = calls.length > MAX_LISTED ? ` and ${calls.length - MAX_LISTED} before them` : ''
  return `Calls with a block: ${calls.slice(-MAX_LISTED).join(', ')}${more}.`
}

/** A block rendered again, with its recorded and its current hash. */
type Checked = Again & { call: number; sha256: string; recorded: string }

type Around = Pick<OpenedRun, 'ledger' | 'run' | 'owner'>

async function againIfThere({ ledger, run, owner }: Around, mount: RenderedMount | undefined): Promise<Checked | null> {
  if (mount === undefined) return null
  const block = await renderAgain(ledger, { run, owner }, mount)
  return { ...block, call: mount.call, sha256: sha256(block.text), recorded: mount.sha256 }
}

const nameOf = (block: Checked | null): string => (block === null ? 'nothing' : `call ${block.call}`)

/** Reports a block that differs from the recorded one; null if it is the same. */
function differs(block: Checked | null): Problem | null {
  if (block === null || block.isSame) return null
  const { call, sha256: found, recorded } = block
  const message =
    `The block of call ${call} differs from the recorded one: its hash is ${found}, but ${recorded} was recorded. ` +
    'The evidence has been changed or removed, or another version of Bailiff rendered it. Run: bailiff verify'
  return { code: 'MOUNT_DIFFERS', message }
}

function difference(
  run: string,
  block: Checked | null,
  after: { name: string; text: string },
): { data: object; text: () => string } {
  const before = nameOf(block)
  const hunks = hunksOf(compareBlocks(block?.text ?? '', after.text))
  const text = (): string =>
    hunks.length === 0
      ? `No difference between ${before} and ${after.name}.\n`
      : [`--- ${before}`, `+++ ${after.name}`, ...hunks.map(printable), ''].join('\n')
  return { data: { run, before, after: after.name, hunks }, text }
}

/** Shows a stored answer, the run and call it came from, and what was mounted then. */
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
      throw new UsageError(`Unknown answer ${number}. ${thread} has ${plural(answers.length, 'answer')}.`)
    const block = await mountOf(ledger, owner, answer)
    const { at, content, stored } = answer
    const { run, call, provenance } = stored
    const data = { thread, answer: number, at, content, run, call, provenance, mount: block }
    const text = (): string => renderAnswer(thread, number, answer, block)
    return finish(args, io, { data, text }, differs(block) ?? damageIn(ledger))
  })

/** The last block mounted before an answer; null if there was none. */
async function mountOf(
  ledger: OpenedRun['ledger'],
  owner: string,
  { stored: { run, call } }: StoredMessage,
): Promise<Checked | null> {
  if (run === null || call === null) return null
  const { mounts } = await (await Evidence.open(ledger, { run, owner })).run()
  return againIfThere(
    { ledger, run, owner },
    mounts.find((mount) => mount.call === call),
  )
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
