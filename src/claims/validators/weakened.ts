import type { Counts } from '../../policy/baseline.ts'
import type { Fault } from './outcome.ts'
import { amount } from './render.ts'
import type { TestRun } from './reports/test-run.ts'

export const countsIn = ({ passed, failed, skipped }: TestRun): Counts => ({ executed: passed + failed, skipped })

/** Reports a check that became easier: fewer tests ran, or more were skipped. */
export function judgeCounts(tests: TestRun, first: Counts): Fault | null {
  const now = countsIn(tests)
  if (now.executed < first.executed)
    return {
      code: 'TESTS_WEAKENED',
      sentence: `${amount(now.executed, 'test')} ran; the first run after approval ran ${first.executed}.`,
    }
  if (now.skipped > first.skipped)
    return {
      code: 'TESTS_WEAKENED',
      sentence: `${amount(now.skipped, 'test')} skipped; the first run after approval skipped ${first.skipped}.`,
    }
  return null
}
