import type { Run, Validator } from '../../policy/policy.ts'
import { changedOutside } from '../fingerprint.ts'
import type { Attempt } from './attempt.ts'
import type { Fault } from './outcome.ts'
import { amount, shown } from './render.ts'
import type { TestRun } from './reports/test-run.ts'
import { RUNNERS } from './test-kinds.ts'

/** A validator that runs a command. */
export type RunValidator = Extract<Validator, Run>

/** What an attempt says of tests; null where it says nothing, or is of no test runner. */
export function testsOf(validator: RunValidator, attempt: Attempt): TestRun | null {
  if (validator.kind === 'command_zero_exit') return null
  const { read } = RUNNERS[validator.kind]
  if (validator.report === null) return read(`${attempt.stdout.toString('utf8')}\n${attempt.stderr.toString('utf8')}`)
  return attempt.report.kind === 'written' ? read(attempt.report.bytes.toString('utf8')) : null
}

/** How many tests must have run, and which may fail because they failed before; null: none may. */
export type TestDemand = { minTests: number; mayFail: ReadonlySet<string> | null }

/** What speaks against one attempt, or null. */
export function judgeAttempt(
  validator: RunValidator,
  attempt: Attempt,
  tests: TestRun | null,
  demand: TestDemand,
): Fault | null {
  return (
    notEnded(attempt) ??
    (validator.kind === 'command_zero_exit' ? failedExit(attempt) : judgeTests(attempt, tests, demand)) ??
    wrote(validator, attempt)
  )
}

function notEnded({ ended, durationMs }: Attempt): Fault | null {
  switch (ended) {
    case 'exited':
      return null
    case 'not-started':
      return { code: 'COMMAND_NOT_STARTED', sentence: 'The program of the command could not be started.' }
    case 'timed-out':
      return { code: 'COMMAND_TIMED_OUT', sentence: `The command had not ended after ${seconds(durationMs)}.` }
    case 'killed':
      return { code: 'COMMAND_FAILED', sentence: 'A signal ended the command.' }
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const failedExit = ({ exit }: Attempt): Fault | null =>
  exit === 0 ? null : { code: 'COMMAND_FAILED', sentence: `The command ended with ${exit}.` }

function judgeTests(attempt: Attempt, tests: TestRun | null, demand: TestDemand): Fault | null {
  if (tests === null) return failedExit(attempt) ?? unreported(attempt)
  const executed = tests.passed + tests.failed
  if (executed === 0) return { code: 'NO_TESTS_RAN', sentence: 'The command ran no test.' }
  const failed = failedTests(tests, demand.mayFail)
  if (failed !== null) return failed
  if (tests.failed === 0 && attempt.exit !== 0) return failedExit(attempt)
  if (executed >= demand.minTests) return null
  return { code: 'TOO_FEW_TESTS', sentence: `${executed} of at least ${demand.minTests} tests ran.` }
}

function unreported({ report }: Attempt): Fault {
  switch (report.kind) {
    case 'absent':
      return { code: 'REPORT_MISSING', sentence: 'The command wrote no report.' }
    case 'left-over':
      return { code: 'REPORT_MISSING', sentence: 'The report is a left-over: this run did not write it.' }
    case 'unreadable':
      return { code: 'REPORT_MISSING', sentence: 'The report is no plain file of readable size.' }
    case 'written':
      return { code: 'NO_TESTS_RAN', sentence: 'The report says nothing of tests.' }
    case 'none':
      return { code: 'NO_TESTS_RAN', sentence: 'The output says nothing of tests.' }
  }
}

function failedTests({ failed, failures }: TestRun, mayFail: ReadonlySet<string> | null): Fault | null {
  if (failed === 0) return null
  const some = (names: readonly string[]): string => (names.length === 0 ? '' : `: ${shown(names)}`)
  if (mayFail === null) return { code: 'TESTS_FAILED', sentence: `${amount(failed, 'test')} failed${some(failures)}.` }
  if (failures.length < failed)
    return {
      code: 'TESTS_FAILED',
      sentence: `${amount(failed, 'test')} failed, and the runner names ${failures.length} of them, so they cannot be held against those that failed before.`,
    }
  const worse = failures.filter((name) => !mayFail.has(name))
  if (worse.length === 0) return null
  return {
    code: 'TESTS_FAILED',
    sentence: `${amount(worse.length, 'test')} failed and did not when the turn began${some(worse)}.`,
  }
}

/** What it rests on must be what it left. */
function wrote({ outputs }: RunValidator, { before, after }: Attempt): Fault | null {
  const paths = changedOutside(before, after, outputs)
  if (paths.length === 0) return null
  return {
    code: 'VALIDATOR_WROTE',
    sentence: `The command changed files that are none of its outputs: ${shown(paths)}.`,
  }
}
