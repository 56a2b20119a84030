import type { Ledger } from '../../controller/drivers/record.ts'
import { ControllerError } from '../../controller/errors.ts'
import { controllerName } from '../../controller/stream.ts'
import { LedgerError } from '../../ledger/errors.ts'
import { getArtifact } from '../../ledger/stores/files/artifacts.ts'
import { readChain } from '../../ledger/stores/files/read.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { controllerStreams } from '../../views/controllers.ts'
import { type Args, BrokenEvidence, UsageError } from '../command.ts'
import { nameSome } from '../input/find-session.ts'
import { openToRead } from '../input/home.ts'
import { wholeNumber } from '../input/quantity.ts'
import { printable } from '../screens/output.ts'

/** A ledger that is only read. */
export type ReadLedger = Pick<Ledger, 'read' | 'getArtifact'>

/** A controller's stream, opened for reading. */
export type OpenedController = { ledger: ReadLedger; stream: string; name: string }

/** Opens the controller that the first word names. Changes nothing. */
export function openNamed(args: Args): OpenedController {
  const home = openToRead(args.home)
  const stream = findController(home.dir, args.words[0] ?? '')
  return { ledger: ledgerIn(home), stream, name: controllerName(stream) }
}

const ledgerIn = (home: Readable): ReadLedger => ({
  async *read(stream, range) {
    yield* readChain(home, stream, range)
  },
  getArtifact: (sha256, range) => getArtifact(home.dir, sha256, range),
})

/** Finds a controller by its name, by its stream, or by the start of its name if only one fits. */
export function findController(dir: string, given: string): string {
  const streams = controllerStreams(dir)
  const exact = streams.find((stream) => stream === given || controllerName(stream) === given)
  if (exact !== undefined) return exact
  const found = given === '' ? [] : streams.filter((stream) => controllerName(stream).startsWith(given))
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only
  const what = printable(given)
  if (only !== undefined)
    throw new UsageError(
      `${found.length} controllers start with "${what}": ${nameSome(found.map(controllerName))}. Use a longer name.`,
    )
  throw new ControllerError('CONTROLLER_UNKNOWN', `No controller "${what}" in ${dir}. Run: bailiff controller list`)
}

/** The cycle that `--cycle` names; undefined means the last one. */
export const cycleIn = (args: Args): number | undefined => wholeNumber(args.get('cycle'), '--cycle')

/** Runs a command that reads the ledger. Altered evidence results in exit code 2. */
export async function reading<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    const isBroken =
      (error instanceof LedgerError && BROKEN.includes(error.code)) ||
      (error instanceof ControllerError && error.code === 'ARTIFACT_INVALID')
    throw isBroken ? new BrokenEvidence(error.code, error.message) : error
  }
}

const BROKEN: readonly string[] = ['CHAIN_BROKEN', 'ARTIFACT_UNKNOWN', 'RANGE_INVALID']
