import { type Call, type Finding, finding } from '../call.ts'
import { whereIs } from '../where.ts'

/** What a call writes lies in a folder that the policy names, or in a temporary one. */
export function writtenOutside(call: Call): Finding[] {
  const outside = call.aims.find(
    ({ how, path, below }) => how === 'write' && below !== 'removed' && whereIs(path, call) === 'outside',
  )
  return outside === undefined ? [] : [finding('WRITTEN_OUTSIDE', outside.said)]
}
