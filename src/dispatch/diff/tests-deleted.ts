import { pathsOf } from '../../shell/paths.ts'
import { type Call, type Finding, finding } from '../call.ts'
import { inProject } from '../where.ts'
import { atHome, saidOf } from '../words.ts'
import type { Changed } from './changed.ts'
import { filesRemoved } from './removed.ts'
import type { Seen } from './run-rule.ts'
import { isTestFile, isTestFolder } from './tests.ts'

/** Tests are not deleted: by a patch, a tool … */
export const testsDeleted = ({ isRemoved, path, said }: Changed, call: Call): Finding[] =>
  isRemoved && path !== null && isTest(path, call) ? [finding('TESTS_DELETED', said)] : []

/** … or a command. */
export function testsDeletedBy(one: Seen, call: Call): Finding[] {
  const removed = filesRemoved(one).find((value) =>
    pathsOf(atHome(value), one.run.cwds, call.world).some(({ text, pattern }) => isTest(text ?? pattern, call)),
  )
  return removed === undefined ? [] : [finding('TESTS_DELETED', saidOf(removed))]
}

function isTest(path: string, call: Call): boolean {
  const rest = inProject(path, call)
  return rest !== null && !rest.includes('node_modules/') && (isTestFile(rest) || isTestFolder(rest))
}
