import type { Counts } from '../../policy/baseline.ts'
import type { Fault } from './outcome.ts'
import { amount } from './render.ts'
import type { TestRun } from './reports/test-run.ts'

export const countsIn = ({ passed, failed, skipped }: TestRun): Counts => ({ executed: passed + failed, skipped })

/** Whether a check has been made easier: fewer tests, or more of them skipped. */
export function judgeCounts(tests: TestRun, first: Counts): Fault | null {
  const now = countsIn(tests)
  if (now.executed < first.executed)
    return {
      code: 'TESTS_WEAKENED',
      sentence: `${amount(now.executed, 'test')} ran, and ${first.executed} did after approval.`,
    }
  if (now.skipped > first.skipped)
    return {
      code: 'TESTS_WEAKENED',
      sentence: `${now.skipped} tests were skipped, and ${first.skipped} were after approval.`,
    }
  return null
}
