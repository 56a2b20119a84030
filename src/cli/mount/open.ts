import { LedgerError } from '../../ledger/errors.ts'
import { listStreams } from '../../ledger/stores/files/list.ts'
import type { Budget } from '../../mount/budget.ts'
import { Evidence } from '../../mount/drivers/evidence.ts'
import { ownedStreams } from '../../mount/drivers/owned.ts'
import { type CheckedReading, readingOf } from '../../mount/drivers/reading.ts'
import { MountError } from '../../mount/errors.ts'
import { type Args, BrokenEvidence, EXIT, type Exit, type Io, UsageError } from '../command.ts'
import { nameSome } from '../input/find-session.ts'
import { openToRead } from '../input/home.ts'
import { wholeNumber } from '../input/quantity.ts'
import { json, printable } from '../screens/output.ts'

/** An owner's run, opened for reading. */
export type OpenedRun = { ledger: CheckedReading; run: string; owner: string; evidence: Evidence }

/** The owner that a command line names. It is never guessed. */
export function ownerIn(args: Args): string {
  const owner = args.get('owner')
  if (owner !== undefined && owner.trim() !== '') return owner
  throw new MountError('OWNER_MISSING', 'No owner is given, so no run can be read. Name the owner: --owner <owner>')
}

/** Opens the run that `--run` names, or the owner's newest. Changes nothing. */
export async function openRun(args: Args): Promise<OpenedRun> {
  const owner = ownerIn(args)
  const home = openToRead(args.home)
  const ledger = readingOf(home)
  const run = await findOwned(home.dir, ledger, { kind: 'run', owner, given: args.get('run') })
  return { ledger, run, owner, evidence: await Evidence.open(ledger, { run, owner }) }
}

type Wanted = { kind: 'run' | 'thread'; owner: string; given: string | undefined }

/** Finds an owner's run or thread by its stream or the start of its id; the newest if none is named. */
export async function findOwned(dir: string, ledger: CheckedReading, { kind, owner, given }: Wanted): Promise<string> {
  const owned = await ownedStreams(ledger, listStreams(dir), kind, owner)
  const found = given === undefined ? owned.slice(-1) : owned.filter((stream) => isMeant(stream, kind, given))
  const exact = found.find((stream) => stream === given || stream === `${kind}/${given}`)
  if (exact !== undefined) return exact
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only
  if (only === undefined) throw unknown({ kind, owner, given })
  throw new UsageError(`${found.length} ${kind}s start with "${given}": ${nameSome(found)}. Use a longer prefix.`)
}

const isMeant = (stream: string, kind: string, given: string): boolean =>
  given !== '' && stream.startsWith(given.startsWith(`${kind}/`) ? given : `${kind}/${given}`)

/** Gives the same error for another owner's run as for an unknown one, so that names do not leak. */
function unknown({ kind, given }: Wanted): MountError {
  const what = given === undefined ? `This owner has no ${kind}s.` : `This owner has no ${kind} "${printable(given)}".`
  const code = kind === 'run' ? 'RUN_UNKNOWN' : 'THREAD_UNKNOWN'
  return new MountError(code, `${what} To list all streams: bailiff sessions --all`)
}

/** The block limits given on the command line. */
export const budgetIn = (args: Args): Budget =>
  Object.fromEntries(
    (['bytes', 'lines', 'tokens'] as const).flatMap((unit) => {
      const limit = wholeNumber(args.get(unit), `--${unit}`)
      return limit === undefined ? [] : [[unit, limit]]
    }),
  )

/** A block for the screen. An empty block is replaced by a sentence. */
export const blockScreen = ({ text }: { text: string }, empty: string): string =>
  `${text === '' ? empty : printable(text)}\n`

/** Shown if there are workers but no room for a block. */
export const NO_ROOM = 'The budget has no room for a block.'

/** Runs a command that reads the ledger. An altered ledger results in exit code 2. */
export async function reading<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    const isBroken = error instanceof LedgerError && BROKEN.includes(error.code)
    throw isBroken ? new BrokenEvidence(error.code, error.message) : error
  }
}

const BROKEN: readonly string[] = ['CHAIN_BROKEN', 'ARTIFACT_UNKNOWN', 'RANGE_INVALID']

/** Evidence that was altered. */
export type Problem = { code: string; message: string }

/** The first artifact that was read and turned out to be altered. */
export function damageIn(ledger: CheckedReading): Problem | null {
  const [first, ...others] = ledger.damaged()
  if (first === undefined) return null
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return {
    code: 'ARTIFACT_UNKNOWN',
    message: `Artifact ${first}${more} was altered. Run: bailiff verify`,
  }
}

/** Prints a result, as JSON or for people. Also reports a problem, if there is one, with exit code 2. */
export function finish(
  { json: isJson }: Args,
  io: Io,
  { data, text }: { data: object; text: () => string },
  problem: Problem | null,
): Exit {
  if (isJson) io.out(json({ ok: problem === null, ...data, ...(problem !== null && { error: problem }) }))
  else io.out(text())
  if (problem === null) return EXIT.fine
  io.err(`bailiff: ${problem.message} [${problem.code}]\n`)
  return EXIT.broken
}
