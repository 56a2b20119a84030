import { type CheckedCall, type DispatchFinding, finding } from '../call.ts'
import { whereIs } from '../where.ts'

/** What a call writes lies in a folder that the policy names, or in a temporary one. */
export function writtenOutside(call: CheckedCall): DispatchFinding[] {
  const outside = call.aims.find(
    ({ how, path, below }) => how === 'write' && below !== 'removed' && whereIs(path, call) === 'outside',
  )
  return outside === undefined ? [] : [finding('WRITTEN_OUTSIDE', outside.said)]
}
