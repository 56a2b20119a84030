import { type CheckedCall, type DispatchFinding, finding } from '../call.ts'
import { inProject } from '../where.ts'
import { isProtectedFile } from './usual.ts'

/** Files that decide how things are built, checked and released are not changed without a word of it. */
export function fileProtected(call: CheckedCall): DispatchFinding[] {
  const aim = call.aims.find(({ how, path }) => {
    const rest = how === 'write' && path.text !== null ? inProject(path.text, call) : null
    return rest !== null && isProtectedFile(rest, call.policy)
  })
  return aim === undefined ? [] : [finding('FILE_PROTECTED', aim.said)]
}
