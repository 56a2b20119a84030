import type { TurnRecord } from '../turn.ts'
import { isSameCommand } from './flaky.ts'
import type { Fault } from './outcome.ts'
import { amount, plainName, shown } from './render.ts'
import type { TestRun } from './reports/test-run.ts'

/** Tests that may fail because they failed before the turn; `unknown` if no run recorded them. */
export type MayFail = { kind: 'none' } | { kind: 'unknown' } | { kind: 'known'; names: ReadonlySet<string> }

/** Looks up which tests failed when the same command last ran before the person's prompt. */
export function mayFail(baseline: 'none' | 'no_worse', words: readonly string[], { earlier }: TurnRecord): MayFail {
  if (baseline === 'none') return { kind: 'none' }
  const last = earlier.findLast(({ words: ran, failures }) => failures !== null && isSameCommand(ran, words))
  return last === undefined ? { kind: 'unknown' } : { kind: 'known', names: new Set(last.failures) }
}

/** Returns the reason why failed tests matter, or null if all of them may fail. */
export function judgeFailures({ failed, failures }: TestRun, may: MayFail): Fault | null {
  if (failed === 0) return null
  const found = amount(failed, 'test')
  const some = (names: readonly string[]): string => (names.length === 0 ? '' : `: ${shown(names)}`)
  const fault = (sentence: string): Fault => ({ code: 'TESTS_FAILED', sentence })
  switch (may.kind) {
    case 'none':
      return fault(`${found} failed${some(failures)}.`)
    case 'unknown':
      return fault(`${found} failed${some(failures)}; no record says which tests failed before the turn.`)
    case 'known': {
      // Unnamed tests cannot be compared.
      if (failures.length < failed) return fault(`${found} failed; the runner names only ${failures.length} of them.`)
      const worse = failures.filter((name) => !may.names.has(plainName(name)))
      return worse.length === 0
        ? null
        : fault(`${amount(worse.length, 'test')} failed that did not fail before the turn${some(worse)}.`)
    }
  }
}
