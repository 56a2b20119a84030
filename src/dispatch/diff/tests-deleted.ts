import { type CheckedCall, type DispatchFinding, finding } from '../call.ts'
import { inProject } from '../where.ts'
import { saidOf } from '../words.ts'
import type { Changed } from './changed.ts'
import type { Removed } from './removed.ts'
import { isTestFile, isTestFolder } from './tests.ts'

/** Finds tests deleted by a patch or a tool. */
export const testsDeleted = ({ isRemoved, path, said }: Changed, call: CheckedCall): DispatchFinding[] =>
  isRemoved && path !== null && isTest(path, call) ? [finding('TESTS_DELETED', said)] : []

/** Finds tests deleted by a command. */
export function testsRemoved(removed: readonly Removed[], call: CheckedCall): DispatchFinding[] {
  const gone = removed.find(
    ({ path, isNarrow }) => !isNarrow && path.found === null && isTest(path.text ?? path.pattern, call),
  )
  return gone === undefined ? [] : [finding('TESTS_DELETED', saidOf(gone.value))]
}

function isTest(path: string, call: CheckedCall): boolean {
  const rest = inProject(path, call)
  return rest !== null && !rest.includes('node_modules/') && (isTestFile(rest) || isTestFolder(rest))
}
