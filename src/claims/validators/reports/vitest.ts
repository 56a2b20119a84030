import { countOf, namesIn, plain, type ReadReport, type Runner, sumOf } from './test-run.ts'

const SUMMARY = /^\s*Tests {2}(\d+ (?:failed|passed|skipped|todo|expected fail)[^\n]*)$/gm
const ERRORS = /^\s*Errors {2}(\d+) errors?$/gm
const NOTHING = /^No test files found/m
const FAILURE = /^ FAIL {2}(\S.*)$/gm
/** Vitest names a file twice if it does not load. */
const TWICE = /(\S+) \[ \1 \]$/

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
  const failures = namesIn(text, FAILURE).map((name) => name.replace(TWICE, '$1'))
  return sumOf(parts.length > 0 ? [...parts, ...errors] : nothing, failures)
}

export const vitest: Runner = { read: readVitest, idle: /^(?:list|bench|--typecheck\.only|-h|--help)$/ }
