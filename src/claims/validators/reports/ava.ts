import { tap } from './tap.ts'
import { countOf, type NamedTest, plain, type ReadReport, type Runner, sumOf } from './test-run.ts'

const TEST = /^ {2}(?:[✔√] (\[expected fail\] )?|[✘×] (\[fail\]): |- (\[(?:skip|todo)\]) )(.+?)(?: \([\d.]+m?s\))?$/gm
const SUMMARY =
  /^ {2}\d+ (?:tests? (?:passed|failed|skipped|todo)|known failures?|uncaught exceptions?|unhandled rejections?)\b.*\n/gm

/** Reads AVA's list of tests, `  ✔ file › adds`, and its totals; or its TAP, if the project asked for that. */
const readAva: ReadReport = (output) => {
  const text = `${plain(output)}\n`
  if (/^TAP version \d+$/m.test(text)) return named(tap.read(text))
  const totals = [...text.matchAll(SUMMARY)].map(([line]) => line).join('')
  if (totals === '') return null
  const count = (words: string): number => countOf(totals, words)
  const tests = [...text.matchAll(TEST)].map(testOf)
  const listed = (...ends: NamedTest['end'][]): number => tests.filter(({ end }) => ends.includes(end)).length
  const failures = tests.filter(({ end }) => end === 'failed').map(({ name }) => name)
  return sumOf(
    [
      {
        // AVA does not say how many passed if others failed.
        passed: Math.max(count('tests? passed|known failures?'), listed('passed', 'expected to fail')),
        failed: count('tests? failed|uncaught exceptions?|unhandled rejections?'),
        skipped: count('tests? skipped|tests? todo'),
      },
    ],
    failures,
    tests,
  )
}

function testOf([, expected, fails, skips, name = '']: RegExpMatchArray): NamedTest {
  const failed = fails === undefined ? 'passed' : 'failed'
  const ran = expected === undefined ? failed : 'expected to fail'
  return { name: titleIn(name), end: skips === undefined ? ran : 'skipped' }
}

/** Without the file, which AVA names only if there are several. */
const titleIn = (name: string): string => name.split(' › ').at(-1) ?? name

function named(run: ReturnType<ReadReport>): ReturnType<ReadReport> {
  const tests = run?.tests?.map((test) => ({ ...test, name: titleIn(test.name) })) ?? null
  return run && { ...run, failures: run.failures.map(titleIn), tests }
}

export const ava: Runner = { read: readAva, onlyStdout: true, idle: /^(?:--reset-cache|reset-cache|--help|--version)$/ }
