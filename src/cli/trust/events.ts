import { canonical } from '../../ledger/canonical.ts'
import { isObject, type Json } from '../../ledger/kinds.ts'
import { isOutcome, type Outcome } from '../../trust/outcome.ts'
import { type Args, type Io, UsageError } from '../command.ts'
import { readText } from '../input/files.ts'

/** A recorded call and its outcome; null if nobody observed one. */
export type ReplayEvent = { seq: number; tool: string; input: Json; outcome: Outcome | null }

/** Outcomes by the names that recordings use. */
const NAMES: { readonly [name: string]: Outcome } = {
  ok: 'fine',
  sandbox_violation: 'violation',
  user_rejection: 'rejection',
}

/** Reads the events of a file, or of standard input if no file is named. */
export function readEvents(args: Args, io: Io): ReplayEvent[] {
  const [file] = args.words
  const text = file === undefined ? io.input() : readText(file, 'Name a file of JSON lines.')
  return text.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [eventIn(line, i + 1)]))
}

function eventIn(line: string, number: number): ReplayEvent {
  try {
    const value: unknown = JSON.parse(line)
    if (isObject(value) && isObject(value['dispatch'])) {
      const { tool, input } = value['dispatch']
      // The ledger refuses what is nested too deeply, so no recorded call is.
      if (typeof tool === 'string' && input !== undefined && canonical(input as Json) !== '')
        return { seq: seqIn(value, number), tool, input: input as Json, outcome: outcomeIn(value['outcome']) }
    }
  } catch {
    // Reported below.
  }
  throw new UsageError(
    `Line ${number} is not a recorded call: {"seq","dispatch":{"tool","input"},"outcome"}. Nothing was replayed.`,
  )
}

const seqIn = ({ seq }: Record<string, unknown>, number: number): number => (typeof seq === 'number' ? seq : number)

function outcomeIn(name: unknown): Outcome | null {
  if (isOutcome(name)) return name
  return typeof name === 'string' && Object.hasOwn(NAMES, name) ? (NAMES[name] ?? null) : null
}
