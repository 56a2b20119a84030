/** A test that a runner names, and how it ended. */
export type NamedTest = { name: string; end: 'passed' | 'failed' | 'skipped' | 'expected to fail' }

/** The test results that a runner reports. */
export type TestRun = {
  passed: number
  failed: number
  skipped: number
  /** Names of failed tests, as far as the runner names them. */
  failures: string[]
  /** Every test by name; null if the runner does not name them all. */
  tests: NamedTest[] | null
  /** The number of reports in the output that ran a test: a workspace has one for each of its packages. */
  packages: number
}

type Counted = Pick<TestRun, 'passed' | 'failed' | 'skipped'>

/** Reads the output of a runner; null if it contains no test results. */
export type ReadReport = (output: string) => TestRun | null

/**
 * A test runner: how to read its report, the options (`idle`) with which it runs no tests, and the variables (`naming`)
 * with which it names its tests, in its output or in a JUnit report at the given path. `report`: what it writes if asked, which
 * then counts instead of what it prints. `onlyStdout`: what tests print goes to its other stream.
 */
export type Runner = {
  read: ReadReport
  idle?: RegExp
  naming?: (env: Variables, report: string) => Variables
  report?: AskedReport
  onlyStdout?: true
}

/**
 * A report that a runner writes to the given path. `words` are added to its command, `env` to its environment. `isOutput`: it
 * prints nothing else then, so the report is kept as its output.
 */
type AskedReport = {
  read: ReadReport
  words?: (path: string) => string[]
  env?: (env: Variables, path: string) => Variables
  isOutput?: true
}
type Variables = { readonly [name: string]: string }

/** Removes terminal colours, carriage returns, and the package names that pnpm and turbo put before each line. */
export const plain = (output: string): string =>
  output
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with ESC.
    .replace(/\u001b\[[0-9;]*m/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(PREFIX, (prefix, script: string) => (/^[\w-]*test/.test(script) ? '' : prefix))

/** What pnpm and turbo put before a line: `a test: `, `@scope/a:test:unit: `. */
const PREFIX = /^[\w@/.-]+(?: |:(?=[\w-]+: ))([\w:-]+): /gm

/** Adds up a run that is reported in several parts, such as the packages of a workspace. */
export function sumOf(
  parts: readonly Counted[],
  failures: Iterable<string>,
  tests: readonly NamedTest[] = [],
): TestRun | null {
  if (parts.length === 0) return null
  const sum = (key: keyof Counted): number => parts.reduce((total, part) => total + part[key], 0)
  const counted = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
  return {
    ...counted,
    failures: [...new Set(failures)],
    tests: isComplete(tests, counted) ? [...tests] : null,
    packages: parts.filter(({ passed, failed }) => passed + failed > 0).length,
  }
}

/** True if the names are as many as the tests that the runner counted. */
const isComplete = (tests: readonly NamedTest[], { passed, failed, skipped }: Counted): boolean =>
  tests.length > 0 && tests.length === passed + failed + skipped

/** Adds up the numbers before these words in a line such as "3 passed, 1 failed". */
export const countOf = (line: string, words: string): number =>
  [...line.matchAll(new RegExp(`(?<!\\d)(\\d+) (?:${words})\\b`, 'g'))].reduce(
    (total, [, count]) => total + Number(count),
    0,
  )

/** Returns the first group of every match. */
export const namesIn = (output: string, pattern: RegExp): string[] =>
  [...output.matchAll(pattern)].map(([, name = '']) => name.trim())
