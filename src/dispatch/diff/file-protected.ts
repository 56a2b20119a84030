import { type CheckedCall, type DispatchFinding, finding } from '../call.ts'
import { inProject } from '../where.ts'
import { isProtectedFile } from './usual.ts'

/** Finds changes to files that control builds, checks and releases. */
export function fileProtected(call: CheckedCall): DispatchFinding[] {
  const aim = call.aims.find(({ how, path }) => {
    const rest = how === 'write' && path.text !== null ? inProject(path.text, call) : null
    return rest !== null && isProtectedFile(rest, call.policy)
  })
  return aim === undefined ? [] : [finding('FILE_PROTECTED', aim.said)]
}
