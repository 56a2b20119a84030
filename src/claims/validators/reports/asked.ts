import { JOINT } from '../../tests/found-test.ts'
import { classOf, junitOf } from './junit-xml.ts'
import { countOf, plain, type ReadReport, type Runner, sumOf } from './test-run.ts'

/**
 * Runners that write a JUnit report if they are asked for one. What they print counts only if they cannot be asked: the words
 * before each number, and the names of failed tests.
 */
type Printed = {
  /** A run's numbers; lines that are indented by four spaces are names. */
  summary: RegExp
  /** Instead of the passed tests, some print the number of all. */
  all?: string
  passed?: string
  failed: string
  skipped: string
  /** The list of failed tests, or of one of them, and the line of a test in it. */
  list: RegExp
  line: RegExp
  name?: (line: string) => string
}

export const readPrinted = ({ summary, all, passed, failed, skipped, list, line, name }: Printed): ReadReport => {
  const ran = new RegExp(
    `(?<!\\d)0*[1-9]\\d* (?:${[all, passed, failed].filter((one) => one !== undefined).join('|')})\\b`,
  )
  return (output) => {
    const text = `${plain(output)}\n`
    const runs = [...text.matchAll(summary)].map(([lines]) => lines.replace(/^ {4}.*$/gm, ''))
    const numbers = runs.join('\n')
    const count = (words: string | undefined): number => (words === undefined ? 0 : countOf(numbers, words))
    const others = { failed: count(failed), skipped: count(skipped) }
    const rest = all === undefined ? 0 : Math.max(0, count(all) - others.failed - others.skipped)
    const lines = [...text.matchAll(list)].flatMap(([found]) => [...found.matchAll(line)])
    const names = lines.map(([, one = '']) => name?.(one) ?? one)
    const run = sumOf(runs.length === 0 ? [] : [{ ...others, passed: count(passed) + rest }], names)
    return run && { ...run, packages: runs.filter((one) => ran.test(one)).length }
  }
}

const steps = (text: string): string => text.replace(/ (?:›|\.\.\.) /g, JOINT)

export const mocha: Runner = {
  read: readPrinted({
    summary: /^ {2}\d+ passing\b.*\n(?: {2}\d+ (?:pending|failing)\n)*/gm,
    passed: 'passing',
    failed: 'failing',
    skipped: 'pending',
    list: /^ {2}\d+ failing\n\n(?: {2}.*\n|[ \t]*\n)*/gm,
    line: /^ {2}\d+\) (.+(?:\n {5,}\S.*){0,30}?):\n/gm,
    name: (line) => line.split(/\n +/).join(JOINT),
  }),
  report: {
    read: junitOf((one) => [classOf(one), one.name]),
    words: (path) => ['--reporter', 'xunit', '--reporter-option', `output=${path}`],
    isOutput: true,
  },
  idle: /^(?:--dry-run|--list-[\w-]+|-h|--help|-V|--version)$/,
}

export const playwright: Runner = {
  read: readPrinted({
    summary: /^(?: {2}\d+ (?:passed|failed|flaky|skipped|interrupted|did not run|errors?)\b.*\n(?: {4}\S.*\n)*)+/gm,
    passed: 'passed|flaky',
    failed: 'failed|interrupted|errors?',
    skipped: 'skipped|did not run',
    list: /^ {2}\d+ failed\n(?: {4}\S.*\n)+/gm,
    line: /^ {4}(.+)$/gm,
    name: (line) => steps(line.replace(/^(?:\[[^\]]*\] › )?(\S+?):\d+:\d+ /, '$1 ').replace(/ ─+$/, '')).trim(),
  }),
  report: {
    read: junitOf((one) => [classOf(one), steps(one.name)]),
    words: () => ['--reporter=dot,junit'],
    // Versions before 1.43 know only the second.
    env: (_, path) => ({ PLAYWRIGHT_JUNIT_OUTPUT_FILE: path, PLAYWRIGHT_JUNIT_OUTPUT_NAME: path }),
  },
  idle: /^(?:--list|-h|--help|show-report|install)$/,
}

export const denoTest: Runner = {
  read: (output) => readDeno(plain(output).replace(STEPS, '$1, $3 $2')),
  report: {
    read: junitOf((one) => [classOf(one), one.name]),
    words: (path) => [`--junit-path=${path}`],
  },
  idle: /^(?:--no-run|-h|--help)$/,
}

/** Steps count as tests, as in the report. */
const STEPS = /(?<!\d)(\d+ (passed|failed|ignored)) \((\d+) steps?\)/g
const readDeno = readPrinted({
  summary: /^(?:ok|FAILED) \| .*$/gm,
  passed: 'passed',
  failed: 'failed',
  skipped: 'ignored',
  list: /^.+ => \S+:\d+:\d+$/gm,
  line: /^(.+) => \S+$/gm,
  name: steps,
})

export const bunTest: Runner = {
  read: readPrinted({
    summary: /^ *\d+ pass\n(?: *\d+ (?:skip|todo|fail|errors?)\n)*/gm,
    passed: 'pass',
    // A file that does not load is one, too, and an error besides.
    failed: 'fail',
    skipped: 'skip|todo',
    list: /^(?:\(fail\)|✗) .+$/gm,
    line: /^\S+ (.+?)(?: \[[\d.]+m?s\])?$/gm,
  }),
  report: {
    // Bun names the innermost suite first.
    read: junitOf((one) => [...classOf(one).split(JOINT).reverse(), one.name]),
    words: (path) => ['--reporter=junit', `--reporter-outfile=${path}`],
  },
  idle: /^(?:-h|--help)$/,
}

export const phpunit: Runner = {
  read: (output) => readPhpunit(plain(output).replace(/\b(Tests|Errors|Failures|Skipped|Incomplete): (\d+)/g, '$2 $1')),
  report: {
    read: junitOf((one) => [classOf(one), one.name.replace(/ with data set (.*)$/s, '[$1]')]),
    words: (path) => ['--log-junit', path],
  },
  idle: /^(?:--list-[\w-]+|-h|--help|--version|--migrate-configuration|--generate-configuration)$/,
}

const readPhpunit = readPrinted({
  summary: /^(?:OK \(\d+ tests?, .*|\d+ Tests, .*|No tests executed!)$/gm,
  all: 'tests?|Tests',
  failed: 'Errors|Failures',
  skipped: 'Skipped|Incomplete',
  list: /^There (?:was|were) \d+ (?:error|failure)s?:\n(?:(?!--$|(?:FAILURES|ERRORS)!).*\n)*/gm,
  line: /^\d+\) (\S+::.+)$/gm,
  name: (line) => line.replace('::', JOINT).replace(/ with data set (.*)$/, '[$1]'),
})
