import { isObject } from '../../../ledger/kinds.ts'
import { type NamedTest, namesIn, plain, type ReadReport, type Runner, sumOf, type TestRun } from './test-run.ts'

const PACKAGE = /^(ok|FAIL|---)?[ \t]+(\S+)\t(?:\(cached\)|[\d.]+s)(.*)$/gm
/** A test may print text without a line end, which then stands before its result. What it logs is indented. */
const TEST = /^(?:[ \t]*|\S.*)--- (PASS|FAIL|SKIP): (\S+)/gm
const UNBUILT = /^FAIL\t(\S+) \[(?:build|setup) failed\]$/gm

/** Counts tests if they are listed (`-v`, `-json`), otherwise the packages that ran tests. */
const readGoTest: ReadReport = (output) => {
  const text = plain(output)
  const unbuilt = namesIn(text, UNBUILT)
  const run = readBuilt(text)
  if (unbuilt.length === 0 || run === null) return run
  const sum = sumOf([run, { passed: 0, failed: unbuilt.length, skipped: 0 }], [...run.failures, ...unbuilt])
  return sum === null ? null : { ...sum, packages: run.packages }
}

function readBuilt(text: string): TestRun | null {
  const events = text.split('\n').flatMap(eventIn)
  if (events.length > 0) return tally(events, failedIn(events))
  const tests = [...text.matchAll(TEST)].map(([, end = '', name = '']) => ({ end, name }))
  const failures = failedIn(tests)
  // Without -v only failed tests are listed one by one.
  if (/^=== RUN /m.test(text) || tests.some(({ end }) => end !== 'FAIL'))
    return withPackages(tally(tests, failures), text)
  const packages = [...text.matchAll(PACKAGE)].filter(([, , , rest = '']) => !rest.includes('[no tests to run]'))
  const ends = packages.map(([, status]) => ({ end: status === 'ok' ? 'PASS' : 'FAIL' }))
  const isNone = ends.length === 0 && /\[no test(?:s to run| files)\]/.test(text)
  return isNone
    ? { passed: 0, failed: 0, skipped: 0, failures: [], tests: null, packages: 0 }
    : withPackages(tally(ends, failures), text)
}

const failedIn = (tests: readonly { end: string; name: string }[]): string[] =>
  tests.flatMap(({ end, name }) => (end === 'FAIL' ? [name] : []))

const packagesIn = (text: string): number =>
  [...text.matchAll(PACKAGE)].filter(([, , , rest = '']) => !rest.includes('[no tests to run]')).length

const withPackages = (run: TestRun | null, text: string): TestRun | null =>
  run === null ? null : { ...run, packages: packagesIn(text) }

const ENDS: { readonly [word: string]: NamedTest['end'] } = { PASS: 'passed', FAIL: 'failed', SKIP: 'skipped' }

function tally(ends: readonly { end: string; name?: string }[], failures: Iterable<string>): TestRun | null {
  const count = (word: string): number => ends.filter(({ end }) => end === word).length
  if (ends.length === 0) return null
  const tests = ends.flatMap(({ end, name }) => (name === undefined ? [] : [{ name, end: ENDS[end] ?? 'failed' }]))
  return sumOf([{ passed: count('PASS'), failed: count('FAIL'), skipped: count('SKIP') }], failures, tests)
}

/** Parses a line of `go test -json` if it says how a test ended. */
function eventIn(line: string): { end: string; name: string }[] {
  if (!line.startsWith('{') || !line.includes('"Action"')) return []
  try {
    const event: unknown = JSON.parse(line)
    if (!isObject(event) || typeof event['Test'] !== 'string' || typeof event['Action'] !== 'string') return []
    const end = event['Action'].toUpperCase()
    return ['PASS', 'FAIL', 'SKIP'].includes(end) ? [{ end, name: event['Test'] }] : []
  } catch {
    return []
  }
}

export const goTest: Runner = {
  read: readGoTest,
  naming: ({ GOFLAGS = '' }) => ({ GOFLAGS: `${GOFLAGS} -v`.trim() }),
  idle: /^(?:-c|-n|-list(?:=.*)?|-run=\^\$)$/,
}
