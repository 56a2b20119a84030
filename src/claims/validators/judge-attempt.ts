import type { Counts } from '../../policy/baseline.ts'
import type { CheckCommand, TestKind, TestValidator, Validator } from '../../policy/policy.ts'
import { changesBetween } from '../fingerprint/changes.ts'
import type { Attempt } from './attempt.ts'
import { type Floor, judgeFloor, type OfFiles } from './floor.ts'
import { judgeFailures, type MayFail } from './no-worse.ts'
import type { Fault } from './outcome.ts'
import { amount, plainName, shown } from './render.ts'
import { plain, type TestRun } from './reports/test-run.ts'
import { RUNNERS } from './test-kinds.ts'
import { judgeCounts } from './weakened.ts'

/** A validator that runs a command. */
export type RunValidator = Extract<Validator, CheckCommand>

/** Reads an attempt's test results; null if it has none, or if the validator counts no tests. Paths in names start at `root`. */
export const testsOf = (validator: RunValidator, attempt: Attempt, root: string): TestRun | null =>
  fromRoot(readTests(validator, attempt), root)

/** Reads the test results in the output of a runner; null if it has none, or if they are in a report. */
export const testsIn = (validator: RunValidator, output: string, root: string): TestRun | null =>
  'minTests' in validator && validator.report === null ? fromRoot(RUNNERS[validator.kind].read(output), root) : null

/** Reads the test results of a run that its runner may have been asked to report. */
export const reportedTests = (kind: TestKind, ran: Printed, root: string): TestRun | null =>
  fromRoot(printedTests(kind, ran), root)

function fromRoot(run: TestRun | null, root: string): TestRun | null {
  if (run === null) return null
  const within = (name: string): string => name.replaceAll(`${root}/`, '')
  const tests = run.tests?.map((test) => ({ ...test, name: within(test.name) })) ?? null
  return { ...run, failures: run.failures.map(within), tests }
}

function readTests(validator: RunValidator, attempt: Attempt): TestRun | null {
  if (!('minTests' in validator)) return null
  if (validator.report === null) return printedTests(validator.kind, attempt)
  return attempt.report.kind === 'written' ? RUNNERS[validator.kind].read(attempt.report.bytes.toString('utf8')) : null
}

type Printed = Pick<Attempt, 'stdout' | 'stderr' | 'names'>

/** Reads what a runner reported or printed. The report that it was asked for counts instead of its output. */
function printedTests(kind: TestKind, { stdout, stderr, names }: Printed): TestRun | null {
  const { read, report, onlyStdout } = RUNNERS[kind]
  const reported = names === null ? null : (report?.read(names) ?? null)
  if (reported !== null) return reported
  const output = onlyStdout ? stdout.toString('utf8') : `${stdout.toString('utf8')}\n${stderr.toString('utf8')}`
  return named(read(output), report === undefined ? names : null)
}

/** Adds the names from a runner's JUnit report. Of several runs in one command it holds only the last. */
function named(run: TestRun | null, names: string | null): TestRun | null {
  if (run === null || names === null || run.packages > 1) return run
  // A run of no tests names none.
  if (run.passed + run.failed + run.skipped === 0) return { ...run, tests: [] }
  const tests = RUNNERS.junit_xml.read(names)?.tests ?? null
  return tests === null || tests.length === 0 ? run : { ...run, tests }
}

/** The number of tests that must run, those that may fail, the earlier run to compare with, or else the first counts. */
export type TestDemand = {
  minTests: number
  mayFail: MayFail
  floor: Floor | null
  /** Facts from the test files at the turn's start. */
  files: OfFiles
  first: Counts | null
}

/** Returns the reason why an attempt does not pass, or null. */
export function judgeAttempt(
  validator: RunValidator,
  attempt: Attempt,
  tests: TestRun | null,
  demand: TestDemand,
): Fault | null {
  return (
    notEnded(attempt) ??
    ('minTests' in validator ? judgeTests(validator, attempt, tests, demand) : failedExit(attempt)) ??
    wrote(validator, attempt)
  )
}

function notEnded({ ended, durationMs }: Attempt): Fault | null {
  switch (ended) {
    case 'exited':
      return null
    case 'not-started':
      return { code: 'COMMAND_NOT_STARTED', sentence: 'The command could not be started.' }
    case 'timed-out':
      return { code: 'COMMAND_TIMED_OUT', sentence: `The command timed out after ${seconds(durationMs)}.` }
    case 'killed':
      return { code: 'COMMAND_FAILED', sentence: 'A signal killed the command.' }
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

function failedExit({ exit, stdout, stderr }: Attempt): Fault | null {
  if (exit === 0) return null
  return { code: 'COMMAND_FAILED', sentence: `The command exited with code ${exit}${endOf(stdout, stderr)}.` }
}

/** The end of what a command printed, for a sentence. */
function endOf(stdout: Buffer, stderr: Buffer): string {
  const printed = lastLines(stdout)
  const lines = (printed.length > 0 ? printed : lastLines(stderr)).map((line) => JSON.stringify(line))
  if (lines.length === 0) return ''
  return lines.length === 1 ? `; its last line was ${lines[0]}` : `; its last lines were ${lines.join(', ')}`
}

/**
 * Tools print their conclusion last. The launcher's lines (npm, Node) only say what it started and that it failed, and a stack
 * trace says where it happened, not what.
 */
const lastLines = (output: Buffer): string[] =>
  plain(output.subarray(-LAST_BYTES).toString('utf8'))
    .split('\n')
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !STARTER.test(line) && !TRACE.test(line))
    .slice(-LAST_LINES)
    .map((line) => plainName(line.trim()))

const LAST_BYTES = 4 << 10
const LAST_LINES = 3
const STARTER = /^(?:> |\$ |npm (?:error|warn|ERR!)| ?ELIFECYCLE|error Command failed|info Visit https|Node\.js v\d)/
/** Frames of JavaScript and Java, of Python, Ruby and PHP, of Go and Rust. */
const TRACE =
  /^\s*(?:at \S|File ".*", line \d|Traceback \(|from \S+:\d|# ?\.?\/?\S+:\d+|#\d+ |\S+:\d+:in [`']|goroutine \d|\S+\.go:\d+ \+0x|\d+: \S+::|stack backtrace:|node:internal\/)/

function judgeTests(
  validator: TestValidator,
  attempt: Attempt,
  tests: TestRun | null,
  demand: TestDemand,
): Fault | null {
  if (tests === null) return failedExit(attempt) ?? unreported(attempt)
  const executed = tests.passed + tests.failed
  // A run that skipped all tests is named by what it lost.
  if (executed === 0) return judgeFloor(demand.floor, tests, demand.files) ?? noTests(attempt)
  const failed = judgeFailures(tests, demand.mayFail)
  if (failed !== null) return tests.failures.length > 0 ? failed : withEnd(failed, attempt)
  const fault = unexplained(attempt, tests)
  if (fault !== null) return fault
  if (isCut(validator, attempt)) return CUT
  if (executed < demand.minTests)
    return { code: 'TOO_FEW_TESTS', sentence: `${amount(executed, 'test')} ran; at least ${demand.minTests} must run.` }
  if (demand.floor !== null) return judgeFloor(demand.floor, tests, demand.files)
  return demand.first === null ? null : judgeCounts(tests, demand.first)
}

/** Failures without names, such as a file that does not load: the output says what they are. */
const withEnd = ({ code, sentence }: Fault, { stdout, stderr }: Attempt): Fault => ({
  code,
  sentence: `${sentence.replace(/\.$/, '')}${endOf(stdout, stderr)}.`,
})

/** A runner that could not load a file runs no tests either, and says why. */
const noTests = ({ exit, stdout, stderr }: Attempt): Fault => ({
  code: 'NO_TESTS_RAN',
  sentence: `The command ran no tests${exit === 0 ? '' : ` and exited with code ${exit}${endOf(stdout, stderr)}`}.`,
})

/** Whether the tests were counted in output whose middle was dropped. */
const isCut = (validator: TestValidator, { droppedBytes, report, names }: Attempt): boolean =>
  droppedBytes > 0 && report.kind === 'none' && (names === null || RUNNERS[validator.kind].report === undefined)

const CUT: Fault = {
  code: 'OUTPUT_CUT',
  sentence: 'The command printed more than is read, so which tests ran is not known.',
}

/** Runners' exit codes when tests fail and nothing else goes wrong. */
const TESTS_FAILED_EXITS: readonly (number | null)[] = [0, 1, 101]

/** Reports an exit code that failed tests do not explain, with the files that did not load if the runner names them. */
function unexplained(attempt: Attempt, { failed, failures }: TestRun): Fault | null {
  if (failed > 0 && TESTS_FAILED_EXITS.includes(attempt.exit)) return null
  const fault = failedExit(attempt)
  if (fault === null || failures.length === 0) return fault
  return { ...fault, sentence: `The command exited with code ${attempt.exit}: ${shown(failures)}.` }
}

function unreported({ report }: Attempt): Fault {
  switch (report.kind) {
    case 'absent':
      return { code: 'REPORT_MISSING', sentence: 'The command wrote no report.' }
    case 'left-over':
      return { code: 'REPORT_MISSING', sentence: 'The report is from an earlier run.' }
    case 'unreadable':
      return { code: 'REPORT_MISSING', sentence: 'The report is not a regular file, or is too large.' }
    case 'written':
      return { code: 'NO_TESTS_RAN', sentence: 'The report contains no test results.' }
    case 'none':
      return { code: 'NO_TESTS_RAN', sentence: 'The output contains no test results.' }
  }
}

/** Reports a run that changed the workspace: a pass is about the workspace as it was before the run. */
function wrote({ outputs }: RunValidator, { before, after }: Attempt): Fault | null {
  if (before.sha256 === after.sha256) return null
  const changed = changesBetween(before.table, after.table, { outputs })
  if (changed?.total === 0) return null
  const paths = changed?.changes.map(({ path }) => path) ?? []
  return {
    code: 'VALIDATOR_WROTE',
    sentence: `The command changed files that are not among its outputs: ${shown(paths)}.`,
  }
}
