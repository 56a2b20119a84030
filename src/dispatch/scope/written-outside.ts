import { type CheckedCall, type DispatchFinding, finding } from '../call.ts'
import { whereIs } from '../where.ts'

/** Finds writes outside the policy's folders and temporary folders. */
export function writtenOutside(call: CheckedCall): DispatchFinding[] {
  const outside = call.aims.find(
    ({ how, path, below }) => how === 'write' && below !== 'removed' && whereIs(path, call) === 'outside',
  )
  return outside === undefined ? [] : [finding('WRITTEN_OUTSIDE', outside.said)]
}
