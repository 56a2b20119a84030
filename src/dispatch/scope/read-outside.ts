import { type CheckedCall, type DispatchFinding, finding } from '../call.ts'
import { folderOf, isReadable } from '../where.ts'

/** If the policy lists readable folders, finds reads anywhere else. */
export function readOutside(call: CheckedCall): DispatchFinding[] {
  if (call.policy.readRoots.length === 0) return []
  const outside = call.aims.find(({ how, path }) => {
    const folder = how === 'read' ? folderOf(path) : null
    return folder?.startsWith('/') === true && !isReadable(call.real.get(folder) ?? folder, call)
  })
  return outside === undefined ? [] : [finding('READ_OUTSIDE', outside.said)]
}
