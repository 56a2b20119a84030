import type { TurnRecord } from '../turn.ts'
import type { Fault } from './outcome.ts'
import { amount, plainName, shown } from './render.ts'
import type { TestRun } from './reports/test-run.ts'

/** The tests that may fail because they failed before the turn; `unknown` where nobody recorded which did. */
export type MayFail = { kind: 'none' } | { kind: 'unknown' } | { kind: 'known'; names: ReadonlySet<string> }

/** What the last run of the same command before the person's prompt left failing. */
export function mayFail(baseline: 'none' | 'no_worse', words: readonly string[], { earlier }: TurnRecord): MayFail {
  if (baseline === 'none') return { kind: 'none' }
  const isSame = (ran: readonly string[]): boolean =>
    ran.length === words.length && ran.every((word, i) => word === words[i])
  const last = earlier.findLast(({ words: ran, failures }) => failures !== null && isSame(ran))
  return last === undefined ? { kind: 'unknown' } : { kind: 'known', names: new Set(last.failures) }
}

/** What speaks against tests that failed, or null. */
export function judgeFailures({ failed, failures }: TestRun, may: MayFail): Fault | null {
  if (failed === 0) return null
  const found = amount(failed, 'test')
  const some = (names: readonly string[]): string => (names.length === 0 ? '' : `: ${shown(names)}`)
  const fault = (sentence: string): Fault => ({ code: 'TESTS_FAILED', sentence })
  switch (may.kind) {
    case 'none':
      return fault(`${found} failed${some(failures)}.`)
    case 'unknown':
      return fault(`${found} failed, and which failed before the turn is not on record${some(failures)}.`)
    case 'known': {
      // Who is not named cannot be compared.
      if (failures.length < failed)
        return fault(`${found} failed, and the runner names only ${failures.length} of them.`)
      const worse = failures.filter((name) => !may.names.has(plainName(name)))
      return worse.length === 0
        ? null
        : fault(`${amount(worse.length, 'test')} failed that did not before the turn${some(worse)}.`)
    }
  }
}
