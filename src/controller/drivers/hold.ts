import { lifeOf, self } from '../../ledger/stores/lock.ts'
import { ControllerError } from '../errors.ts'
import { draft } from '../facts.ts'
import { controllerName } from '../stream.ts'
import type { ControllerRecord } from './record.ts'

/**
 * Takes a controller for this process, and returns the seq of the entry. Only one process holds a controller: the entry
 * names the holder it replaces, so if two processes do this at the same time, the first entry in the stream takes effect. A dead process is
 * replaced; a live one, or one that cannot be seen from here, only if `force` is set.
 */
export async function take(record: ControllerRecord, { force }: { force: boolean }): Promise<number> {
  await record.catchUp()
  const { holder } = record.state
  if (holder !== null && !force && lifeOf(holder.owner) !== 'dead') throw busy(record)
  const over = holder?.seq ?? null
  const body = { owner: { ...self() }, over, forced: force && holder !== null }
  const seq = await record.append([draft('controller.taken', body)])
  // If another process was faster, its entry took effect.
  if (record.state.holder?.seq !== seq) throw busy(record)
  return seq
}

export async function release(record: ControllerRecord, seq: number): Promise<void> {
  await record.catchUp()
  if (record.state.holder?.seq === seq) await record.append([draft('controller.released', { hold: seq })])
}

function busy(record: ControllerRecord): ControllerError {
  const owner = record.state.holder?.owner
  const name = controllerName(record.stream)
  const where = owner === undefined ? '' : ` (process ${owner.pid} on ${owner.place.split(' ')[0]})`
  const life = owner === undefined ? 'alive' : lifeOf(owner)
  const remedy =
    life === 'elsewhere'
      ? 'It cannot be checked from here. If it is gone for certain, add --take-over.'
      : 'Wait until it ends, or stop it.'
  return new ControllerError('CONTROLLER_BUSY', `Another process is running the controller ${name}${where}. ${remedy}`)
}

export const CLOSED = 'This controller was closed. Open it again.'

/** Throws if another process has taken the controller over: then an intent just recorded does not count. */
export function requireHeld({ record, hold: seq }: { record: ControllerRecord; hold: number }): void {
  const { holder } = record.state
  if (holder === null) throw new ControllerError('CONTROLLER_BUSY', CLOSED)
  if (holder.seq !== seq)
    throw new ControllerError('CONTROLLER_BUSY', 'Another process has taken this controller over.')
}
