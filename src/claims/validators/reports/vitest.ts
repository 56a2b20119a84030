import { countOf, type NamedTest, namesIn, plain, type ReadReport, type Runner, sumOf } from './test-run.ts'

const SUMMARY = /^[ \t]*Tests {2}(\d+ (?:failed|passed|skipped|todo|expected fail)[^\n]*)$/gm
const ERRORS = /^[ \t]*Errors {2}(\d+) errors?$/gm
const NOTHING = /^No test files found/m
const FAILURE = /^ FAIL {2}(\S.*)$/gm
/** Vitest names a file twice if it does not load: `a.test.ts [ a.test.ts ]`. */
function once(name: string): string {
  const at = name.lastIndexOf(' [ ')
  const isTwice = at > 0 && name.slice(0, at).endsWith(name.slice(at + 3, -2)) && name.endsWith(' ]')
  return isTwice ? name.slice(0, at) : name
}

/** `Tests  1 failed | 12 passed | 2 skipped (15)`, one line per project. */
const readVitest: ReadReport = (output) => {
  const text = plain(output)
  const parts = [...text.matchAll(SUMMARY)].map(([, line = '']) => ({
    passed: countOf(line, 'passed|expected fail'),
    failed: countOf(line, 'failed'),
    skipped: countOf(line, 'skipped|todo'),
  }))
  const nothing = NOTHING.test(text) ? [{ passed: 0, failed: 0, skipped: 0 }] : []
  // Errors outside tests have no test name.
  const errors = [...text.matchAll(ERRORS)].map(([, count]) => ({ passed: 0, failed: Number(count), skipped: 0 }))
  const failures = namesIn(text, FAILURE).map(once)
  const run = sumOf(parts.length > 0 ? parts : nothing, failures, testsIn(text))
  const all = errors.length === 0 ? run : sumOf(run === null ? [] : [run, ...errors], failures)
  return all === null ? null : { ...all, packages: run?.packages ?? 0 }
}

/** The verbose reporter names each test: ` ✓ a.test.ts > suite > test 3ms`. */
const TEST = /^ +([✓×↓]) (?:\|[^|\n]*\| |[ \w-]*[\w-] +(?=\S+ > ))?(\S+ > .+)$/gm
const ENDS: { readonly [sign: string]: NamedTest['end'] } = { '✓': 'passed', '×': 'failed', '↓': 'skipped' }

const testsIn = (text: string): NamedTest[] =>
  [...text.matchAll(TEST)].map(([, sign = '', name = '']) => ({ name: named(name), end: ENDS[sign] ?? 'failed' }))

/** A name without what the reporter adds: `3ms`, `[skipped]`. */
function named(shown: string): string {
  const at = shown.endsWith(']') ? shown.lastIndexOf(' [') : -1
  return (at > 0 ? shown.slice(0, at) : shown).replace(/ \d+ms$/, '')
}

export const vitest: Runner = { read: readVitest, idle: /^(?:list|bench|--typecheck\.only|-h|--help)$/ }
